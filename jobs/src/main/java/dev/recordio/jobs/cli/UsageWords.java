// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import static java.util.stream.Collectors.joining;

import dev.recordio.jobs.run.error.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.MutuallyExclusiveArgsException;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What the parser of a command line has found wrong, as a person would say it. */
final class UsageWords {
  private static final Pattern OPTION = Pattern.compile("--[a-z][a-z0-9-]*");
  private static final Pattern NO_VALUE =
      Pattern.compile("Missing required parameter for option '(\\S+)' \\((.*)\\)");

  private static final Pattern CHOICE =
      Pattern.compile(
          "Invalid value for option '(\\S+)': expected one of \\[(.*)] \\(case-\\w+\\) but was"
              + " '(.*)'");

  /** Options that other tools have, and what is done here. */
  private static final Map<Pattern, String> ELSEWHERE =
      Map.of(
          Pattern.compile("--?n?(um)?[-_]?(threads?|workers?|jobs|cores)|-j"),
          "-D recordio.threads=N sets the threads of this process",
          Pattern.compile("--pass[-_]through"),
          "Files are packed as they are, unless an option for pixels is given",
          Pattern.compile("--recursive|-r"),
          "Folders are read with all that is in them",
          Pattern.compile("--no[-_]shuffle"),
          "Records stay in the order of the input, unless --shuffle is given",
          Pattern.compile("--pack[-_]label"),
          "All labels of a list are packed",
          Pattern.compile("--data[-_]shape"),
          "Its name here is --shape C,H,W");

  private final ParameterException wrong;
  private final CommandSpec spec;
  private final List<String> args;
  private final List<String> hints = new ArrayList<>();

  private UsageWords(ParameterException wrong, List<String> args) {
    this.wrong = wrong;
    this.spec = wrong.getCommandLine().getCommandSpec();
    this.args = args;
  }

  /**
   * Rewords an error of the parser.
   *
   * @param name the command's
   * @param args the words after it
   */
  static UsageException of(ParameterException wrong, String name, List<String> args) {
    var words = new UsageWords(wrong, args);
    String message = words.message(name);
    words.hints.add("Try: " + CommandModel.PROGRAM + " " + name + " --help");
    return new UsageException(message, String.join("\n", words.hints));
  }

  private String message(String name) {
    if (wrong instanceof MutuallyExclusiveArgsException) {
      String options =
          OPTION
              .matcher(wrong.getMessage())
              .results()
              .map(MatchResult::group)
              .collect(joining(", "));
      return "only one of " + options + " can be given";
    }
    var noValue = NO_VALUE.matcher(wrong.getMessage());
    if (noValue.matches()) {
      return noValue.group(1) + " needs a value: " + noValue.group(2);
    }
    if (wrong instanceof MissingParameterException missing && !missing.getMissing().isEmpty()) {
      example(name).ifPresent(hints::add);
      // The parser stops at the first one.
      Stream<ArgSpec> further =
          spec.positionalParameters().stream()
              .filter(argument -> argument.required() && argument.getValue() == null)
              .map(ArgSpec.class::cast);
      return name
          + " needs "
          + Stream.concat(missing.getMissing().stream(), further)
              .map(UsageWords::written)
              .distinct()
              .collect(joining(" and "));
    }
    if (wrong instanceof UnmatchedArgumentException unmatched) {
      return unmatched(unmatched.getUnmatched());
    }
    var choice = CHOICE.matcher(wrong.getMessage());
    if (choice.matches()) {
      return choice.group(1)
          + " is '"
          + choice.group(3)
          + "'; it takes "
          + (choice.group(2).contains(",") ? "one of " : "")
          + choice.group(2).toLowerCase(Locale.ROOT);
    }
    if (wrong instanceof OverwrittenOptionException twice) {
      return twice.getOverwritten() instanceof OptionSpec option
          ? option.longestName() + " is given twice"
          : wrong.getMessage();
    }
    String said = wrong.getMessage();
    return (Character.toLowerCase(said.charAt(0)) + said.substring(1))
        .replaceAll("(?<=: '[0-9]{1,40}') is not an? (int|long)$", " is too large a number")
        .replaceAll("is not an? (int|long)$", "is no whole number");
  }

  private static String written(ArgSpec argument) {
    return argument instanceof OptionSpec option
        ? option.longestName() + " " + option.paramLabel()
        : argument.paramLabel();
  }

  /** Returns the first example of the help. */
  private Optional<String> example(String name) {
    String begin = CommandModel.PROGRAM + " " + name + " ";
    return Stream.of(spec.usageMessage().footer())
        .map(String::strip)
        .filter(line -> line.startsWith(begin))
        .map(line -> "Such as: " + line)
        .findFirst();
  }

  private String unmatched(List<String> words) {
    Optional<String> option = words.stream().filter(word -> word.startsWith("-")).findFirst();
    if (option.isPresent()) {
      String unknown = option.get().replaceFirst("=.*", "");
      String near = DidYouMean.hint(unknown, spec.optionsMap().keySet());
      ELSEWHERE.forEach(
          (pattern, hint) -> {
            if (pattern.matcher(unknown).matches()) {
              hints.add(hint);
            }
          });
      if (hints.isEmpty() && !near.isEmpty()) {
        hints.add(near);
      }
      return "unknown option: '" + unknown + "'";
    }
    String more = words.get(0);
    int at = args.lastIndexOf(more);
    OptionSpec before = at > 0 ? spec.findOption(args.get(at - 1)) : null;
    if (before != null) {
      return before.longestName() + " takes no value: '" + more + "'";
    }
    for (PositionalParamSpec argument : spec.positionalParameters()) {
      if (argument.paramLabel().equals("INPUT") && argument.getValue() instanceof String input) {
        hints.add("Several inputs are one argument: " + input + "," + more);
      }
    }
    return "one argument too many: '" + more + "'";
  }
}
