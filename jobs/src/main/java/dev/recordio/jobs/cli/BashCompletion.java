// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import java.util.regex.Pattern;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Picocli's completion script for bash; and for zsh, which runs it by its emulation of bash. */
final class BashCompletion {
  /** zsh looks for a file of its folders of functions whose first line names the program. */
  private static final String ZSH_BEGIN =
      """
      #compdef %1$s

      # The script below defines it as an alias, which functions that zsh loads from its folders do not have.
      function compopt { : }

      """;

  /** The first completion after zsh has loaded the file is that of the file itself. */
  private static final String ZSH_END =
      """

      if [[ ${funcstack[1]} == _%1$s ]]; then
        _bash_complete -o default -F _complete_%1$s
      fi
      """;

  /**
   * The label of an option's value, which is the name of a variable, as in {@code 101_option_args}
   * of {@code --color 1|0|-1}: no shell takes one that begins with a digit.
   */
  private static final Pattern NUMBER_AS_NAME = Pattern.compile("\\b[0-9]\\w*_option_args\\b");

  private final CommandSpec program;

  BashCompletion(CommandSpec program) {
    this.program = program;
  }

  /** Returns the script for bash. It is sourced, so that it needs no line for an interpreter. */
  String script() {
    String generated = AutoComplete.bash(program.name(), new CommandLine(program));
    return NUMBER_AS_NAME.matcher(generated).replaceAll("_$0").replaceFirst("^#!.*\n", "");
  }

  /** Returns the script for zsh, to be sourced or to be in a folder of zsh's functions. */
  String zshScript() {
    return ZSH_BEGIN.formatted(program.name()) + script() + ZSH_END.formatted(program.name());
  }
}
