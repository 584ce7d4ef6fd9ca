// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The completions of a program for fish: a line of its {@code complete} for each command, option
 * and argument of one of several words.
 */
final class FishCompletion {
  private static final int MAX_DESCRIPTION = 72;

  private final CommandSpec program;
  private final StringBuilder script = new StringBuilder();

  FishCompletion(CommandSpec program) {
    this.program = program;
  }

  /** Returns the script. */
  String script() {
    String name = program.name();
    // The words of the command line that are no options, nor values that follow -D and the like.
    line("function __%s_is", name);
    line("    set -l words");
    line("    set -l skip 0");
    line("    for word in (commandline -opc)[2..-1]");
    line("        if test $skip = 1");
    line("            set skip 0");
    line("        else if contains -- $word -D -conf -fs -jt -files -libjars -archives");
    line("            set skip 1");
    line("        else if not string match -q -- '-*' $word");
    line("            set -a words $word");
    line("        end");
    line("    end");
    line("    set -l wanted (string split -n ' ' -- $argv[1])");
    line("    if test \"$argv[2]\" = exactly");
    line("        test \"$words\" = \"$argv[1]\"");
    line("    else");
    line("        set -l many (count $wanted)");
    line("        test (count $words) -ge $many");
    line("        and test \"$words[1..$many]\" = \"$argv[1]\"");
    line("    end");
    line("end");
    add(program, "");
    return script.toString();
  }

  private void add(CommandSpec command, String words) {
    for (Map.Entry<String, CommandLine> member : command.subcommands().entrySet()) {
      CommandSpec spec = member.getValue().getCommandSpec();
      complete(
          words,
          true,
          List.of("-f", "-a", member.getKey()),
          description(spec.usageMessage().description()));
      add(spec, words.isEmpty() ? member.getKey() : words + " " + member.getKey());
    }
    for (OptionSpec option : command.options()) {
      var parts = new ArrayList<String>();
      for (String name : option.names()) {
        boolean isLong = name.startsWith("--");
        parts.add(isLong ? "-l" : name.length() == 2 ? "-s" : "-o");
        parts.add(name.substring(isLong ? 2 : 1));
      }
      if (option.arity().max() > 0) {
        parts.add("-r");
      }
      addCandidates(parts, option);
      complete(words, words.isEmpty(), parts, description(option.description()));
    }
    for (PositionalParamSpec argument : command.positionalParameters()) {
      var parts = new ArrayList<String>();
      addCandidates(parts, argument);
      if (!parts.isEmpty()) {
        complete(words, true, parts, description(argument.description()));
      }
    }
  }

  private static void addCandidates(List<String> parts, ArgSpec argument) {
    if (argument.completionCandidates() != null) {
      if (!CommandModel.isFile(argument)) {
        parts.add("-f");
      }
      parts.addAll(List.of("-a", quoted(String.join(" ", argument.completionCandidates()))));
    }
  }

  private void complete(String words, boolean exactly, List<String> parts, String description) {
    String condition = "__" + program.name() + "_is " + quoted(words) + (exactly ? " exactly" : "");
    line(
        "complete -c %s -n %s %s -d %s",
        program.name(), doubleQuoted(condition), String.join(" ", parts), quoted(description));
  }

  /** Returns the first sentence, in one line. */
  private static String description(String[] lines) {
    String text = String.join(" ", lines).replaceAll("%n|\\s+", " ").replace("%%", "%");
    String first = text.split("[.;:] ", 2)[0].replaceFirst("[.;:]$", "");
    return first.length() <= MAX_DESCRIPTION
        ? first
        : first.substring(0, MAX_DESCRIPTION - 1).strip() + "…";
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  private static String doubleQuoted(String text) {
    return "\"" + text + "\"";
  }

  private void line(String format, Object... args) {
    script.append(args.length == 0 ? format : String.format(format, args)).append('\n');
  }
}
