// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Picocli's models of commands: of one that is run, or of all of them for completion and manual
 * pages.
 */
final class CommandModel {
  /** The program's name. */
  static final String PROGRAM = "recordio";

  private static final int HELP_COLUMNS = 100;

  /**
   * The label of an option that takes one word, or one of several: {@code image|none}; or something
   * else: {@code auto|none|FILE}.
   */
  private static final Pattern WORDS = Pattern.compile("[a-z0-9.-]+(\\|[\\w.,-]+)*");

  private static final Pattern WORD = Pattern.compile("[a-z0-9.-]+");

  /**
   * What the labels of files and folders have in them: {@code FILE.html}, {@code INPUT... OUTPUT}.
   */
  private static final Pattern FILE =
      Pattern.compile("\\b(FILE|DIR|PATH|INPUT|OUTPUT|OUT|STATE|STORE|SET|SPEC|IDS|F\\.lst)\\b");

  private CommandModel() {}

  /** Returns the parser of a command's options. */
  static CommandLine of(CommandTable table, String name, Command command) {
    CommandLine line = new CommandLine(command);
    line.setCommandName(PROGRAM + " " + name);
    line.registerConverter(Part.class, Part::parse);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExpandAtFiles(false); // names of files may begin with @

    line.setUsageHelpWidth(HELP_COLUMNS);
    CommandSpec spec = line.getCommandSpec();
    command.declareCommon(spec);
    if (spec.usageMessage().description().length == 0) {
      spec.usageMessage().description(sentence(table.description(name)));
    }
    spec.usageMessage().sortOptions(false).autoWidth(false);
    return line;
  }

  private static String sentence(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".";
  }

  /**
   * Returns the model of the whole program: each command that users see is a sub-command of the
   * program or of its family, and options that take one of several words have these as candidates.
   */
  static CommandSpec all(CommandTable table) {
    CommandSpec program = CommandSpec.create().name(PROGRAM);
    addOption(program, "No progress and no totals.", "-q", "--quiet");
    addOption(program, "Show the stack trace of an error.", "--debug");
    addOption(program, "Show help.", "-h", "--help");
    addOption(program, "Print the version.", "-V", "--version");
    addOption(program, "Print one JSON object.", "--json");
    addOption(program, "Write nothing, and say what would be written.", "--dry-run");
    add(program, table, table, "");
    CommandLine help = program.subcommands().get("help");
    if (help != null) {
      PositionalParamSpec command = help.getCommandSpec().positionalParameters().get(0);
      setCandidates(help.getCommandSpec(), command, List.copyOf(table.names()));
    }
    return program;
  }

  /** Returns the model of the whole program, in which help has the members of families, too. */
  static CommandSpec allForCompletion(CommandTable table) {
    CommandSpec program = all(table);
    CommandSpec help = program.subcommands().get("help").getCommandSpec();
    for (String name : table.names()) {
      CommandTable family = table.family(name);
      if (family != null) {
        var member =
            PositionalParamSpec.builder()
                .paramLabel("COMMAND")
                .completionCandidates(family.names())
                .build();
        help.addSubcommand(name, CommandSpec.create().addPositional(member));
      }
    }
    return program;
  }

  private static void addOption(CommandSpec spec, String description, String... names) {
    spec.addOption(OptionSpec.builder(names).type(boolean.class).description(description).build());
  }

  private static void add(CommandSpec parent, CommandTable root, CommandTable table, String first) {
    for (String name : table.names()) {
      CommandTable family = table.family(name);
      CommandSpec spec;
      if (family == null) {
        spec = of(root, first + name, table.create(name)).getCommandSpec();
        List.copyOf(spec.args()).forEach(argument -> addCandidates(spec, argument));
      } else {
        spec = CommandSpec.create();
        spec.usageMessage().description(sentence(table.description(name)));
        spec.usageMessage().footer(family.footer());
        add(spec, root, family, name + " ");
      }
      spec.name(name);
      spec.usageMessage().header(table.description(name));
      parent.addSubcommand(name, spec);
    }
  }

  /** Whether an argument is, or may be, the name of a file or folder, or ends with one. */
  static boolean isFile(ArgSpec argument) {
    return FILE.matcher(argument.paramLabel()).find();
  }

  private static List<String> words(ArgSpec argument) {
    if (argument.type().isEnum()) { // users write them in lower case
      return Stream.of(argument.type().getEnumConstants())
          .map(word -> word.toString().toLowerCase(Locale.ROOT))
          .toList();
    }
    boolean isListed = WORDS.matcher(argument.paramLabel()).matches();
    return isListed && argument.completionCandidates() == null
        ? Stream.of(argument.paramLabel().split("\\|")).filter(WORD.asMatchPredicate()).toList()
        : List.of();
  }

  /** The label of an argument has its candidates, unless the command specifies them. */
  private static void addCandidates(CommandSpec spec, ArgSpec argument) {
    List<String> words = words(argument);
    if (words.isEmpty() || argument.group() != null) {
      return;
    }
    setCandidates(spec, argument, words);
  }

  private static void setCandidates(CommandSpec spec, ArgSpec argument, List<String> words) {
    spec.remove(argument);
    if (argument instanceof OptionSpec option) {
      spec.addOption(OptionSpec.builder(option).completionCandidates(words).build());
    } else if (argument instanceof PositionalParamSpec positional) {
      spec.addPositional(
          PositionalParamSpec.builder(positional).completionCandidates(words).build());
    }
  }
}
