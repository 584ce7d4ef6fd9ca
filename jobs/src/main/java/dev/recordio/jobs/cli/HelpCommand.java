// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import dev.recordio.jobs.run.error.ExitCode;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Parameters;

/** The help of help: {@link CommandRunner} prints the help of other commands itself. */
@CommandLine.Command(
    footer = {
      "",
      "Examples:",
      "  recordio help",
      "  recordio help pack",
      "  recordio help store gather"
    })
public final class HelpCommand extends Command {
  @Parameters(
      arity = "0..2",
      paramLabel = "COMMAND",
      description = "The command to explain. Without it: the list of all commands.")
  private List<String> command;

  @Override
  protected boolean needsHadoop() {
    return false;
  }

  @Override
  protected boolean hasJson() {
    return false;
  }

  @Override
  protected ExitCode run() {
    throw new IllegalStateException("help is printed without running a command");
  }
}
