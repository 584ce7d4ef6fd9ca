// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Picocli's completion script for bash; and for zsh, which runs it by its emulation of bash. */
final class BashCompletion {
  /** zsh looks for a file of its folders of functions whose first line names the program. */
  private static final String ZSH_BEGIN =
      """
      #compdef %1$s

      # The script below defines it as an alias, which functions that zsh loads from its folders do not have.
      function compopt { : }

      """;

  /** When zsh has loaded the file, the file itself makes the first completion. */
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

  /** The function of a command, named after the program and the command. */
  private static final Pattern FUNCTION =
      Pattern.compile(
          "^function (_picocli_\\w+)\\(\\) \\{\n.*?^\\}", Pattern.MULTILINE | Pattern.DOTALL);

  /**
   * Lets bash complete names of files where a function offers nothing: each begins by forbidding
   * it.
   */
  private static final String FILES = "type compopt &>/dev/null && compopt -o default\n";

  private static final String ARGUMENTS = "    local positionals=\"\"\n";

  private final CommandSpec program;

  BashCompletion(CommandSpec program) {
    this.program = program;
  }

  /** Returns the script for bash. It is sourced, so that it needs no line for an interpreter. */
  String script() {
    String generated = AutoComplete.bash(program.name(), new CommandLine(program));
    String script = NUMBER_AS_NAME.matcher(generated).replaceAll("_$0").replaceFirst("^#!.*\n", "");
    var commands = new HashMap<String, CommandSpec>();
    addCommands(commands, program, "_picocli_" + program.name());
    return FUNCTION
        .matcher(script)
        .replaceAll(
            function ->
                Matcher.quoteReplacement(
                    withFiles(function.group(), commands.get(function.group(1)))));
  }

  private static void addCommands(
      Map<String, CommandSpec> commands, CommandSpec command, String function) {
    commands.put(function, command);
    command
        .subcommands()
        .forEach(
            (name, member) ->
                addCommands(
                    commands,
                    member.getCommandSpec(),
                    function + "_" + name.replaceAll("\\W", "")));
  }

  /** Adds names of files to what the function of a command offers, for all that is one. */
  private static String withFiles(String function, CommandSpec command) {
    String text = function;
    for (OptionSpec option : command.options()) {
      if (CommandModel.isFile(option)) {
        String values = "    '" + String.join("'|'", option.names()) + "')\n";
        text = text.replace(values, values + "      " + FILES);
      }
    }
    return command.positionalParameters().stream().anyMatch(CommandModel::isFile)
        ? text.replace(ARGUMENTS, ARGUMENTS + "    " + FILES)
        : text;
  }

  /** Returns the script for zsh, to be sourced or to be in a folder of zsh's functions. */
  String zshScript() {
    return ZSH_BEGIN.formatted(program.name()) + script() + ZSH_END.formatted(program.name());
  }
}
