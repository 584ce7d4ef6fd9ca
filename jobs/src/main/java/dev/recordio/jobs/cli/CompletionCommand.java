// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.UsageException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Parameters;

/** Prints the script that makes a shell complete commands, options and their values. */
@CommandLine.Command(
    footer = {
      "",
      "Completes commands, options, the values of options that take one of several words, and files.",
      "",
      "Examples:",
      "  recordio completion bash > ~/.local/share/bash-completion/completions/recordio",
      "  recordio completion zsh > ~/.recordio-completion.zsh   # and source it in ~/.zshrc",
      "  recordio completion fish > ~/.config/fish/completions/recordio.fish"
    })
public final class CompletionCommand extends Command {
  private static final List<String> SHELLS = List.of("bash", "zsh", "fish");

  @Parameters(paramLabel = "bash|zsh|fish", description = "The shell.")
  private String shell;

  private final CommandTable table;

  /**
   * @param table the commands
   */
  public CompletionCommand(CommandTable table) {
    this.table = table;
  }

  @Override
  protected boolean needsHadoop() {
    return false;
  }

  @Override
  protected boolean hasJson() {
    return false;
  }

  @Override
  protected ExitCode run() throws UsageException {
    if (!SHELLS.contains(shell)) {
      throw new UsageException(
          "there is no completion for '" + shell + "', only for " + String.join(", ", SHELLS),
          DidYouMean.hint(shell, SHELLS));
    }
    CommandLine.Model.CommandSpec program = CommandModel.allForCompletion(table);
    out()
        .print(
            switch (shell) {
              case "fish" -> new FishCompletion(program).script();
              case "zsh" -> new BashCompletion(program).zshScript();
              default -> new BashCompletion(program).script();
            });
    return ExitCode.OK;
  }
}
