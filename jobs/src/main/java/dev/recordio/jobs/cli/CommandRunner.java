// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.Failure;
import dev.recordio.jobs.run.error.JobFailedException;
import dev.recordio.jobs.run.error.Printable;
import dev.recordio.jobs.run.error.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.FutureTask;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * From arguments to an exit status: finds the command, parses its options, runs it, and reports a
 * failure as one line.
 */
public final class CommandRunner {
  private static final String NAME = CommandModel.PROGRAM;

  private static final List<String> HELP = List.of("-h", "--help", "help");
  private static final List<String> VERSION = List.of("-V", "--version");
  private static final String VERSION_COMMAND = "version";

  private final CommandTable table;
  private final InputStream in;
  private final PrintStream out;
  private final PrintStream err;
  private boolean ownProcess;
  private Command current;
  private List<String> given = List.of(); // after the command's name

  /**
   * @param table the commands
   * @param in standard input
   * @param out results; its {@link OutputClosedException} ends a command quietly
   * @param err everything else
   */
  public CommandRunner(CommandTable table, InputStream in, PrintStream out, PrintStream err) {
    this.table = table;
    this.in = in;
    this.out = out;
    this.err = new MessageStream(err);
  }

  /**
   * Specifies that the process runs nothing else, so that process-wide state may be set up for it.
   */
  public CommandRunner inOwnProcess() {
    ownProcess = true;
    return this;
  }

  /**
   * Runs one command line.
   *
   * @param base the configuration to start from, or null for Hadoop's own
   * @param args the words after the program's name
   * @return the process exit status
   */
  public int run(Configuration base, String... args) {
    ExitCode code;
    try {
      code = dispatch(base, Arguments.parse(table, args));
      out.flush();
    } catch (OutputClosedException e) {
      return ExitCode.OK.code(); // the reader has closed the pipe
    } catch (UsageException e) {
      code = complain(inOptions(e.getMessage()), e.hints());
    } catch (Throwable e) {
      code = report(e, args);
    }
    err.flush();
    return code.code();
  }

  /** Returns the version of the build, which it wrote into the jar. */
  public static String version() throws IOException {
    var properties = new Properties();
    try (InputStream in = CommandRunner.class.getResourceAsStream("version.properties")) {
      properties.load(in);
    }
    return properties.getProperty("version");
  }

  static String versionLine() throws IOException {
    return NAME + " " + version();
  }

  private ExitCode dispatch(Configuration base, Arguments args) throws Exception {
    String name = args.command();
    List<String> rest = args.rest();
    if (name != null && HELP.contains(name)) {
      List<String> words =
          rest.stream().filter(word -> !word.startsWith("-") || HELP.contains(word)).toList();
      if (words.isEmpty()) {
        table.printTo(out, NAME);
        return ExitCode.OK;
      }
      name = nameOf(words);
      rest = List.of("--help");
    } else if (name != null && VERSION.contains(name)) {
      name = VERSION_COMMAND;
    }
    if (VERSION_COMMAND.equals(name) && rest.isEmpty()) {
      out.println(versionLine()); // at once: there is nothing to parse
      return ExitCode.OK;
    }
    if (name == null && !rest.isEmpty()) {
      throw new UsageException(
          "no command is given, only " + String.join(" ", rest), "Try: " + NAME + " --help");
    }
    CommandTable family = name == null ? table : table.family(name);
    if (family != null && rest.size() > 1 && rest.get(0).equals("help")) {
      return dispatch(base, new Arguments(args.generic(), "help", List.of(name, rest.get(1))));
    }
    if (family != null) {
      boolean asked = rest.stream().anyMatch(HELP::contains);
      family.printTo(asked ? out : err, name == null ? NAME : NAME + " " + name);
      return asked ? ExitCode.OK : ExitCode.BAD_USAGE;
    }
    Command command = table.create(name);
    if (command == null) {
      throw new UsageException("unknown command: " + name, suggestCommand(name));
    }
    command.attach(name, table::keys, in, out, err);
    boolean ahead = ownProcess && command.needsHadoop() && rest.stream().noneMatch(HELP::contains);
    FutureTask<Configuration> prepared = HadoopTool.prepare(base, ownProcess, ahead);
    CommandLine line = CommandModel.of(table, name, command);
    current = command;
    given = rest;
    try {
      line.parseArgs(rest.toArray(new String[0]));
    } catch (ParameterException e) {
      throw UsageWords.of(e, name, rest);
    }
    if (line.isUsageHelpRequested()) {
      // As shown in help; both `--option value` and `--option=value` are read.
      line.setSeparator(" ");
      line.usage(out, CommandLine.Help.Ansi.OFF);
      return ExitCode.OK;
    }
    command.checkArguments();
    if (ahead) {
      command.loadAhead();
    }
    return command.needsHadoop()
        ? HadoopTool.run(prepared, command, args.generic())
        : command.runWith(null);
  }

  /** Returns the name of the command that help was asked for. */
  private String nameOf(List<String> words) {
    boolean member = words.size() > 1 && table.family(words.get(0)) != null;
    String name = member ? words.get(0) + " " + words.get(1) : words.get(0);
    return HELP.contains(name) ? "help" : name;
  }

  private String suggestCommand(String name) {
    int space = name.indexOf(' ');
    CommandTable family = space < 0 ? null : table.family(name.substring(0, space));
    return family == null
        ? suggest(name, table.names()) + "Try: " + NAME + " --help"
        : suggest(name.substring(space + 1), family.names())
            + "Try: "
            + NAME
            + " "
            + name.substring(0, space)
            + " --help";
  }

  /** Returns a line, or an empty string when no word is near. */
  private static String suggest(String wrong, Collection<String> known) {
    String hint = DidYouMean.hint(wrong, known);
    return hint.isEmpty() ? "" : hint + "\n";
  }

  /** Replaces keys by the options that set them. */
  private String inOptions(String message) {
    return current == null ? message : current.inOptions(message);
  }

  private ExitCode complain(String message, String hints) {
    err.println(NAME + ": " + message);
    hints.lines().forEach(err::println);
    return ExitCode.BAD_USAGE;
  }

  /** Returns the configuration of the command, once it has one. */
  private Configuration base() {
    return current == null ? null : current.configuration();
  }

  private ExitCode report(Throwable thrown, String... args) {
    Failure failure = Failure.of(thrown).naming(args);
    err.println(NAME + ": " + inOptions(FolderHint.of(base(), failure.message(), given)));
    if (failure.code() == ExitCode.BAD_INPUT) {
      String near = NearFiles.suggest(base(), failure.message(), given);
      if (near != null) {
        err.println("Did you mean " + Printable.of(near) + "?");
      }
    }
    if (List.of(args).contains("--debug")) {
      thrown.printStackTrace(err);
      if (thrown instanceof JobFailedException failed && !failed.taskTrace().isBlank()) {
        err.println("In the task:");
        failed.taskTrace().strip().lines().forEach(line -> err.println("\t" + line));
      }
    }
    return failure.code();
  }
}
