// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.error.Printable;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.AccessControlException;

/** How a source that can't be read is handled ({@link PackConf#ON_ERROR}). */
public final class SourceErrors {
  /** The policies, as users write them in lower case. */
  enum Policy {
    FAIL,
    SKIP
  }

  /** The message of java.io: the path and, in parentheses, the operating system's error. */
  private static final Pattern OF_THE_SYSTEM = Pattern.compile("(.*) \\(([A-Z][a-z]+[ /].*)\\)");

  /** What Hadoop says of a missing file. */
  private static final Pattern OF_HADOOP = Pattern.compile("File (.*) does not exist\\.?");

  /** What the reason for a missing file begins with. */
  public static final String MISSING = "no such file: ";

  private static final String HINT = " (to leave such files out: --on-error skip)";

  private final boolean skip;

  public SourceErrors(Configuration conf) {
    skip = PackConf.ON_ERROR.getEnum(conf, Policy.class) == Policy.SKIP;
  }

  /**
   * Under "skip", makes {@code source} one that the tasks will reject with the reason.
   *
   * @throws IOException {@code why}, under "fail"
   */
  public void unreadable(Source source, String path, IOException why) throws IOException {
    failUnlessSkipped(path, why);
    source.unreadable(path, reason(why));
  }

  /**
   * Under "skip", passes on a source that the tasks will reject with the reason.
   *
   * @param name the file, folder, member or list that can't be read
   * @throws IOException {@code why}, under "fail"
   */
  public void reject(String name, IOException why, Source.Sink sink) throws IOException {
    var source = new Source();
    unreadable(source, name, why);
    sink.accept(source);
  }

  /**
   * Throws under "fail", naming the source; returns under "skip".
   *
   * @throws BadInputException that names the source, with {@code why} as its cause
   * @throws IOException {@code why} itself when it has its location, or when the thread was
   *     interrupted, which is no error of the source
   */
  public void failUnlessSkipped(String name, IOException why) throws IOException {
    if (isInterruption(why)) {
      throw why;
    }
    if (skip) {
      return;
    }
    if (why instanceof MalformedRecordException || why instanceof BadInputException) {
      throw why;
    }
    throw new BadInputException(
        "can't read " + Printable.of(name) + ": " + once(reason(why), Printable.of(name)) + HINT,
        why);
  }

  /**
   * Throws under "fail"; returns under "skip".
   *
   * @param image what is wrong with the pixels of a source, which it names
   * @throws BadInputException with what the user can do, and {@code image} as its cause
   */
  public void failUnlessSkipped(MalformedRecordException image) throws BadInputException {
    if (!skip) {
      throw new BadInputException(Printable.of(image.getMessage()) + HINT, image);
    }
  }

  /** Leaves out of a reason the name that is before it. */
  private static String once(String reason, String name) {
    if (reason.startsWith(MISSING + name)) {
      return "no such file" + reason.substring(MISSING.length() + name.length());
    }
    return reason.startsWith(name + ": ") ? reason.substring(name.length() + 2) : reason;
  }

  /** Whether the reading thread was asked to stop: what it read is not at fault. */
  public static boolean isInterruption(IOException e) {
    return e instanceof ClosedByInterruptException
        || e instanceof InterruptedIOException && !(e instanceof SocketTimeoutException);
  }

  /** Returns the reason in one line, without control characters for terminals. */
  public static String reason(IOException why) {
    String text = why.getMessage() == null ? "" : why.getMessage().lines().findFirst().orElse("");
    Matcher system = OF_THE_SYSTEM.matcher(text);
    if (why instanceof FileNotFoundException && system.matches()) {
      // Java has a single exception for all reasons why a file can't be opened.
      String kind = system.group(2).toLowerCase(Locale.ROOT);
      boolean missing = kind.equals("no such file or directory");
      return Printable.of((missing ? MISSING : kind + ": ") + system.group(1));
    }
    Matcher hadoop = OF_HADOOP.matcher(text);
    if (why instanceof FileNotFoundException && hadoop.matches()) {
      return Printable.of(MISSING + hadoop.group(1));
    }
    String kind = kind(why);
    boolean hasKind = text.toLowerCase(Locale.ROOT).startsWith(kind);
    return Printable.of(text.isEmpty() ? whatever(why) : (hasKind ? "" : kind + ": ") + text);
  }

  private static String kind(IOException why) {
    if (why instanceof FileNotFoundException || why instanceof NoSuchFileException) {
      return "no such file";
    }
    if (why instanceof AccessControlException || why instanceof AccessDeniedException) {
      return "permission denied";
    }
    return why instanceof UnknownHostException ? "unknown host" : "";
  }

  private static String whatever(IOException why) {
    return why instanceof EOFException
        ? "unexpected end of the file"
        : why.getClass().getSimpleName();
  }

  /** What is wrong with a source itself: reading it again would not help. */
  public static final class Fault extends IOException {
    private static final long serialVersionUID = 1L;

    Fault(String message) {
      super(message);
    }

    Fault(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
