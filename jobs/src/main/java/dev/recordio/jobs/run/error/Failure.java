// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.error;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.formats.UnfitInputException;
import dev.recordio.store.DeletedRecordException;
import java.net.ConnectException;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.util.DiskChecker.DiskErrorException;

/**
 * A failure as an exit code and one line: the only place that maps exceptions to either.
 *
 * @param code what the command ends with
 * @param message one line, without the leading {@code recordio:}
 */
public record Failure(ExitCode code, String message) {
  private static final Map<Class<? extends Throwable>, ExitCode> KNOWN = new LinkedHashMap<>();
  private static final Map<Class<? extends Throwable>, String> PREFIX =
      Map.of(
          NoSuchFileException.class, "no such file: ",
          UnknownHostException.class, "unknown host: ",
          java.nio.file.FileAlreadyExistsException.class, "file exists already: ",
          AccessDeniedException.class, "permission denied: ");

  private static final String CHECKSUM_HINT =
      "; where the file was changed on purpose, remove the hidden .crc file beside it";

  static {
    KNOWN.put(UsageException.class, ExitCode.BAD_USAGE);
    KNOWN.put(InvalidSettingException.class, ExitCode.BAD_USAGE);
    KNOWN.put(MalformedRecordException.class, ExitCode.BAD_INPUT);
    KNOWN.put(BadInputException.class, ExitCode.BAD_INPUT);
    KNOWN.put(UnfitInputException.class, ExitCode.BAD_INPUT);
    KNOWN.put(DeletedRecordException.class, ExitCode.BAD_INPUT);
    KNOWN.put(java.io.FileNotFoundException.class, ExitCode.BAD_INPUT);
    KNOWN.put(NoSuchFileException.class, ExitCode.BAD_INPUT);
    KNOWN.put(org.apache.hadoop.mapred.InvalidInputException.class, ExitCode.BAD_INPUT);
    KNOWN.put(
        org.apache.hadoop.mapreduce.lib.input.InvalidInputException.class, ExitCode.BAD_INPUT);
    KNOWN.put(AccessControlException.class, ExitCode.BAD_INPUT);
    KNOWN.put(AccessDeniedException.class, ExitCode.BAD_INPUT);
    KNOWN.put(UnsupportedFileSystemException.class, ExitCode.BAD_INPUT);
    KNOWN.put(UnknownHostException.class, ExitCode.BAD_INPUT);
    KNOWN.put(ParentNotDirectoryException.class, ExitCode.BAD_INPUT);
    KNOWN.put(org.apache.hadoop.mapred.FileAlreadyExistsException.class, ExitCode.BAD_USAGE);
    KNOWN.put(org.apache.hadoop.fs.FileAlreadyExistsException.class, ExitCode.BAD_USAGE);
    KNOWN.put(java.nio.file.FileAlreadyExistsException.class, ExitCode.BAD_USAGE);
  }

  /** Messages without the path: the scheme or the host that is in it, if they have one. */
  private static final Pattern UNNAMED =
      Pattern.compile(
          "no file system for ([\\w.+-]+://)|unknown host: ([\\w.-]+)|nothing answers|Class \\S+ not"
              + " found");

  private static final Pattern SCHEME = Pattern.compile("No FileSystem for scheme \"?([^\"]+)\"?");

  /** What Hadoop says of a service that can't be reached. */
  private static final Pattern CALL =
      Pattern.compile("Call From .* to (\\S+) failed on [\\w ]+ exception: (.*)");

  private static final String ASK = "; is the address right, and the service up?";

  /** Pages that Hadoop names, and the names of exceptions before their messages. */
  private static final Pattern NOT_FOR_USERS =
      Pattern.compile(
          ";? *For more details see: +http\\S+"
              + "|\\b(?:[a-z]\\w*\\.)+[A-Z]\\w*(?:Exception|Error): (?=\\S)");

  /** A file that is missing, in Hadoop's words. */
  private static final Pattern MISSING = Pattern.compile("File (.*) does not exist\\.?");

  /** A file and the error of the operating system, in Java's words. */
  private static final Pattern OF_THE_SYSTEM = Pattern.compile("(.*) \\(([A-Z][a-z]+[ /].*)\\)");

  /**
   * What Hadoop says of a glob, with the name of the regular expressions' class before it or not.
   */
  private static final Pattern GLOB =
      Pattern.compile(
          "Illegal file pattern: (?:error parsing regexp: )?(.*?)(?: at pos \\d+)?: `(.*)`",
          Pattern.DOTALL);

  /** A stack trace that was printed into a message. */
  private static final Pattern FRAMES = Pattern.compile("\\s*\n\\s*at .*", Pattern.DOTALL);

  /** Exceptions whose message is one line: a line end is one in the name of a file. */
  private static final Set<Class<?>> ONE_LINE =
      Set.of(
          BadInputException.class,
          UnfitInputException.class,
          java.io.FileNotFoundException.class,
          NoSuchFileException.class);

  /** A line of a printed stack trace that names an exception. */
  private static final Pattern TRACE_LINE =
      Pattern.compile("^(?:Error: |Caused by: )?([\\w.$]+(?:Exception|Error))(?:: (.*))?$");

  /**
   * The failure that caused a throwable: the first known one of its chain of causes, or the top
   * one.
   */
  public static Failure of(Throwable thrown) {
    return of(thrown, null);
  }

  /**
   * As above, without {@code known} and its causes: an unwrapped exception may have it as cause.
   */
  private static Failure of(Throwable thrown, RemoteException known) {
    String login = LoginFailure.describe(thrown);
    if (login != null) {
      return new Failure(ExitCode.BAD_INPUT, oneLine(login));
    }
    for (Throwable t = thrown; t != null && t != known; t = t.getCause()) {
      if (t instanceof JobFailedException failed) {
        return new Failure(failed.exitCode(), oneLine(failed.getMessage()));
      }
      if (t instanceof RemoteException remote && remote.unwrapRemoteException() != remote) {
        return of(remote.unwrapRemoteException(), remote);
      }
      if (t instanceof URISyntaxException path) {
        return new Failure(
            ExitCode.BAD_INPUT,
            "'"
                + path.getInput()
                + "' is no path"
                + (path.getInput().matches("[^/]+:[^/].*")
                    ? "; a name with a colon is written ./" + path.getInput()
                    : ": " + path.getReason()));
      }
      if (t instanceof DiskErrorException) {
        return new Failure(ExitCode.JOB_FAILED, oneLine(t.getMessage()));
      }
      if (t instanceof FSError && t.getCause() != null) {
        return new Failure(ExitCode.JOB_FAILED, oneLine(t.getCause().getMessage()));
      }
      if (t instanceof InterruptedException) {
        return new Failure(ExitCode.INTERRUPTED, "interrupted");
      }
      if (t instanceof ConnectException) {
        return new Failure(ExitCode.JOB_FAILED, unanswered(t.getMessage()));
      }
      ExitCode code = codeOf(t.getClass());
      if (code != null) {
        return new Failure(code, describe(t.getClass(), t.getMessage()));
      }
      if (t instanceof NoClassDefFoundError && t.getMessage() != null) {
        return new Failure(
            ExitCode.JOB_FAILED,
            t.getMessage().replace('/', '.')
                + " is missing: put its jar on HADOOP_CLASSPATH, for tasks on a cluster also into"
                + " -libjars");
      }
      Matcher glob = GLOB.matcher(String.valueOf(t.getMessage()));
      if (glob.find()) {
        return new Failure(
            ExitCode.BAD_INPUT,
            "no such file or folder, and no valid glob: "
                + Printable.of(glob.group(2) + ": " + glob.group(1).toLowerCase(Locale.ROOT)));
      }
      if (t instanceof ClassNotFoundException && String.valueOf(t.getMessage()).contains(".fs.")) {
        return new Failure(
            ExitCode.BAD_INPUT,
            oneLine(t.getMessage()) + "; put its jar on HADOOP_CLASSPATH or name it with -libjars");
      }
      if (String.valueOf(t.getMessage()).startsWith("Incomplete HDFS URI, no host")) {
        return new Failure(
            ExitCode.BAD_INPUT,
            oneLine(t.getMessage()) + "; name it, hdfs://HOST:PORT/..., or set fs.defaultFS");
      }
    }
    return new Failure(ExitCode.JOB_FAILED, unknown(thrown));
  }

  /**
   * Adds the file to a message that names only its scheme or host, as Hadoop's do: the argument of
   * the command line that the message is about.
   */
  public Failure naming(String... args) {
    Matcher quoted = UNNAMED.matcher(message);
    if (quoted.find()) {
      String key =
          quoted.group(1) != null
              ? quoted.group(1)
              : "://" + (quoted.group(2) == null ? "" : quoted.group(2));
      for (String arg : args) {
        if (arg.contains(key) && !message.contains(arg)) {
          boolean asks = message.endsWith(ASK);
          int end = message.length() - (asks ? ASK.length() : 0);
          return new Failure(
              code, message.substring(0, end) + ": " + Printable.of(arg) + (asks ? ASK : ""));
        }
      }
    }
    return this;
  }

  private static String unanswered(String message) {
    Matcher call = CALL.matcher(oneLine(message));
    return call.matches()
        ? "nothing answers at " + call.group(1) + " (" + call.group(2) + ")" + ASK
        : "nothing answers (" + oneLine(message) + ")" + ASK;
  }

  /** The failure from the printed stack trace of a task, as YARN passes it to the client. */
  public static Failure ofTrace(String trace) {
    Failure first = null;
    for (String line : trace.lines().toList()) {
      Matcher matcher = TRACE_LINE.matcher(line.strip());
      if (!matcher.matches()) {
        continue;
      }
      ExitCode code = codeOf(matcher.group(1));
      if (code != null) {
        return new Failure(code, oneLine(matcher.group(2)));
      }
      if (first == null) {
        String message = matcher.group(2) == null ? matcher.group(1) : matcher.group(2);
        first = new Failure(ExitCode.JOB_FAILED, oneLine(message));
      }
    }
    return first != null ? first : new Failure(ExitCode.JOB_FAILED, oneLine(trace));
  }

  private static ExitCode codeOf(String className) {
    try {
      return codeOf(Class.forName(className, false, Failure.class.getClassLoader()));
    } catch (ClassNotFoundException e) {
      return null; // a class that only the task has: unknown here
    }
  }

  private static ExitCode codeOf(Class<?> type) {
    for (Map.Entry<Class<? extends Throwable>, ExitCode> known : KNOWN.entrySet()) {
      if (known.getKey().isAssignableFrom(type)) {
        return known.getValue();
      }
    }
    return null;
  }

  private static String describe(Class<?> type, String message) {
    String text =
        message == null
            ? type.getSimpleName()
            : ONE_LINE.contains(type)
                ? Printable.of(FRAMES.matcher(message).replaceFirst(""))
                : oneLine(message);
    Matcher scheme = SCHEME.matcher(text);
    if (type == UnsupportedFileSystemException.class && scheme.matches()) {
      return "no file system for "
          + scheme.group(1)
          + "://"
          + (scheme.group(1).matches("s3n?") ? " (Hadoop's name of it is s3a://)" : "");
    }
    return type == java.io.FileNotFoundException.class
        ? missing(text)
        : PREFIX.getOrDefault(type, "") + text;
  }

  /** Java and Hadoop have one exception for all reasons why a file can't be opened. */
  private static String missing(String text) {
    Matcher hadoops = MISSING.matcher(text);
    if (hadoops.matches()) {
      return "no such file or folder: " + hadoops.group(1);
    }
    Matcher javas = OF_THE_SYSTEM.matcher(text);
    if (!javas.matches()) {
      return text;
    }
    String kind = javas.group(2).toLowerCase(Locale.ROOT);
    return (kind.equals("no such file or directory") ? "no such file or folder" : kind)
        + ": "
        + javas.group(1);
  }

  private static String unknown(Throwable thrown) {
    String name = thrown.getClass().getSimpleName();
    if (thrown instanceof OutOfMemoryError) {
      return "out of memory (" + thrown.getMessage() + "); give more with RECORDIO_JAVA_OPTS=-Xmx…";
    }
    if (thrown.getMessage() == null) {
      return name + "; --debug shows where";
    }
    if (thrown instanceof ChecksumException && thrown.getMessage().contains(" file:")) {
      return oneLine(thrown.getMessage()) + CHECKSUM_HINT;
    }
    return thrown instanceof java.io.IOException
        ? oneLine(thrown.getMessage())
        : name + ": " + oneLine(thrown.getMessage());
  }

  /**
   * Joins the lines of a message, leaving out the frames of a stack trace printed into it. Control
   * characters for terminals, which file names may contain, are escaped.
   */
  private static String oneLine(String message) {
    return NOT_FOR_USERS
        .matcher(String.valueOf(message))
        .replaceAll("")
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("at "))
        .map(Printable::of)
        .collect(Collectors.joining("; "));
  }
}
