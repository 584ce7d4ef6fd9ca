// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import dev.recordio.jobs.run.ExitCode;
import dev.recordio.jobs.run.Failure;
import dev.recordio.jobs.run.JobFailedException;
import dev.recordio.jobs.run.UsageException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * From words to an exit status: finds the command, reads its options, runs it, and reports what
 * goes wrong as one line.
 */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public final class CommandRunner {
  private static final String NAME = "recordio";
  private static final int HELP_COLUMNS = 100;

  private final CommandTable table;
  private final InputStream in;
  private final PrintStream out;
  private final PrintStream err;
  private boolean ownProcess;

  /**
   * @param table the commands
   * @param in standard input
   * @param out results; an {@link OutputClosedException} of it ends a command quietly
   * @param err everything else
   */
  public CommandRunner(CommandTable table, InputStream in, PrintStream out, PrintStream err) {
    this.table = table;
    this.in = in;
    this.out = out;
    this.err = err;
  }

  /** Tells that the process runs nothing else, so that what it shares may be set up for it. */
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
      code = dispatch(base, Arguments.parse(args));
      out.flush();
    } catch (OutputClosedException e) {
      return ExitCode.OK.code(); // the reader has seen enough
    } catch (UsageException e) {
      code = complain(e.getMessage());
    } catch (Throwable e) {
      code = report(e, args);
    }
    err.flush();
    return code.code();
  }

  private ExitCode dispatch(Configuration base, Arguments args) throws Exception {
    String name = args.command();
    if (name == null) {
      table.printTo(err);
      return ExitCode.BAD_USAGE;
    }
    List<String> rest = args.rest();
    switch (name) {
      case "-h", "--help", "help" -> {
        if (rest.isEmpty()) {
          table.printTo(out);
          return ExitCode.OK;
        }
        name = rest.get(0);
        rest = List.of("--help");
      }
      case "-V", "--version" -> name = "version";
      default -> {}
    }
    Command command = table.create(name);
    if (command == null) {
      throw new UsageException("unknown command: " + name + suggestCommand(name));
    }
    command.attach(name, in, out, err);
    CommandLine line = commandLine(name, command);
    try {
      line.parseArgs(rest.toArray(new String[0]));
    } catch (ParameterException e) {
      throw new UsageException(
          lowerFirst(e.getMessage())
              + suggestOption(e)
              + "\nTry: "
              + NAME
              + " "
              + name
              + " --help");
    }
    if (line.isUsageHelpRequested()) {
      line.setSeparator(" "); // shown so; both `--option value` and `--option=value` are read
      line.usage(out, CommandLine.Help.Ansi.OFF);
      return ExitCode.OK;
    }
    return command.needsHadoop()
        ? HadoopTool.run(base, ownProcess, command, args.generic())
        : command.runWith(null);
  }

  private CommandLine commandLine(String name, Command command) {
    CommandLine line = new CommandLine(command);
    line.setCommandName(NAME + " " + name);
    line.registerConverter(Size.class, Size::parse);
    line.registerConverter(Part.class, Part::parse);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setUsageHelpWidth(HELP_COLUMNS);
    CommandSpec spec = line.getCommandSpec();
    if (spec.usageMessage().description().length == 0) {
      spec.usageMessage().description(sentence(table.description(name)));
    }
    spec.usageMessage().sortOptions(true).autoWidth(false);
    return line;
  }

  private String suggestCommand(String name) {
    CommandSpec root = CommandSpec.create();
    table.names().forEach(known -> root.addSubcommand(known, CommandSpec.create()));
    try {
      new CommandLine(root).parseArgs(name);
      return "";
    } catch (ParameterException e) {
      return suggestOption(e) + "\nTry: " + NAME + " --help";
    }
  }

  private static String suggestOption(ParameterException e) {
    if (!(e instanceof UnmatchedArgumentException unmatched)) {
      return "";
    }
    StringWriter text = new StringWriter();
    UnmatchedArgumentException.printSuggestions(unmatched, new PrintWriter(text, true));
    return text.toString().isBlank() ? "" : "\n" + text.toString().strip();
  }

  private ExitCode complain(String message) {
    err.println(NAME + ": " + message);
    return ExitCode.BAD_USAGE;
  }

  private ExitCode report(Throwable thrown, String... args) {
    Failure failure = Failure.of(thrown).naming(args);
    err.println(NAME + ": " + failure.message());
    if (List.of(args).contains("--debug")) {
      thrown.printStackTrace(err);
      if (thrown instanceof JobFailedException failed && !failed.taskTrace().isBlank()) {
        err.println("In the task: " + failed.taskTrace().strip());
      }
    }
    return failure.code();
  }

  private static String sentence(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".";
  }

  private static String lowerFirst(String text) {
    return text.isEmpty() ? text : Character.toLowerCase(text.charAt(0)) + text.substring(1);
  }
}
