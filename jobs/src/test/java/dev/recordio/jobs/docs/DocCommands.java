// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The commands of a block. Where lines begin with the prompt {@code $ }, those are commands, and
 * what follows each is its output. Else all lines up to the first blank one are commands, if one of
 * them begins with a program known here, and what follows it is the output of the last one; if
 * other lines are among them, such as loops or assignments, they are one script.
 */
final class DocCommands {
  private static final String PROMPT = "$ ";

  /** Programs that the test runs. */
  private static final Set<String> RUN =
      Set.of(
          "bin/recordio",
          "recordio",
          "cat",
          "cmp",
          "cut",
          "diff",
          "head",
          "ls",
          "mkdir",
          "sort",
          "tail",
          "tar",
          "test",
          "wc");

  /** Programs that it does not run: blocks with one of them need a mark. */
  private static final Set<String> NOT_RUN =
      Set.of(
          "apt",
          "apt-get",
          "beeline",
          "bin/mini-hadoop",
          "cd",
          "curl",
          "docker",
          "export",
          "flink",
          "git",
          "hadoop",
          "hdfs",
          "hive",
          "java",
          "kinit",
          "make",
          "mapred",
          "mvn",
          "npm",
          "pip",
          "pyspark",
          "python",
          "python3",
          "spark-shell",
          "spark-sql",
          "spark-submit",
          "sudo",
          "wget",
          "yarn");

  private static final Pattern PROGRAM = Pattern.compile("(?:[A-Z_]+=\\S+ +)*(\\S+)(?: .*)?");
  private static final Pattern STATUS = Pattern.compile(".* # exit (\\d+)");
  private static final Pattern PLACEHOLDER = Pattern.compile(" (?:[A-Z]{2,}|\\[--)");

  /** What has no placeholders: words in quotes, and a comment. */
  private static final Pattern LITERAL = Pattern.compile("'[^']*'| #.*");

  private static final Pattern BENCH = Pattern.compile("recordio bench\\b");

  private DocCommands() {}

  /** Whether a block has any commands. */
  static boolean anyIn(DocBlock block) {
    return block.lines().stream().anyMatch(line -> line.startsWith(PROMPT) || isKnown(line));
  }

  /**
   * Whether a block only says how commands are written: each has a word of capital letters, such as
   * INPUT, or an option in brackets. {@code DocsCommandsTest} compares their options with the code.
   */
  static boolean isSynopsis(DocBlock block) {
    List<String> calls = block.lines().stream().filter(DocCommands::isKnown).toList();
    return !calls.isEmpty() && calls.stream().allMatch(DocCommands::hasPlaceholder);
  }

  private static boolean hasPlaceholder(String line) {
    String words = LITERAL.matcher(line).replaceAll("");
    return program(line).equals("bin/recordio") && PLACEHOLDER.matcher(words).find();
  }

  /** Returns the first line that has to be marked, as its program is not run here; else null. */
  static String notRunIn(DocBlock block) {
    return block.lines().stream()
        .map(DocCommands::withoutPrompt)
        .filter(line -> NOT_RUN.contains(program(line)) || BENCH.matcher(line).find())
        .findFirst()
        .orElse(null);
  }

  /** Returns the commands of a block that has some. */
  static List<DocCommand> of(DocBlock block) {
    boolean prompts = block.lines().stream().anyMatch(line -> line.startsWith(PROMPT));
    return prompts ? prompted(block) : plain(block);
  }

  private static List<DocCommand> prompted(DocBlock block) {
    var commands = new ArrayList<DocCommand>();
    List<String> lines = block.lines();
    int next;
    for (int i = 0; i < lines.size(); i = next) {
      int end = commandEnd(lines, i);
      next = end;
      while (next < lines.size() && !lines.get(next).startsWith(PROMPT)) {
        next++;
      }
      String script = withoutPrompt(String.join("\n", lines.subList(i, end)));
      commands.add(command(block, i, script, lines.subList(end, next)));
    }
    return commands;
  }

  private static List<DocCommand> plain(DocBlock block) {
    List<String> lines = block.lines();
    int blank = lines.contains("") ? lines.indexOf("") : lines.size();
    List<String> shown = lines.subList(Math.min(blank + 1, lines.size()), lines.size());
    var commands = new ArrayList<DocCommand>();
    int end;
    for (int i = 0; i < blank; i = end) {
      end = commandEnd(lines, i);
      if (!isKnown(lines.get(i))) {
        return List.of(command(block, 0, String.join("\n", lines.subList(0, blank)), shown));
      }
      String script = String.join("\n", lines.subList(i, end));
      commands.add(command(block, i, script, end < blank ? List.of() : shown));
    }
    return commands;
  }

  private static DocCommand command(DocBlock block, int at, String script, List<String> shown) {
    Matcher status = STATUS.matcher(script);
    int code = status.matches() ? Integer.parseInt(status.group(1)) : 0;
    return new DocCommand(block.line() + at, script, code, List.copyOf(shown));
  }

  /** Returns the line after a command, which goes on after a backslash. */
  private static int commandEnd(List<String> lines, int begin) {
    int end = begin;
    while (end + 1 < lines.size() && lines.get(end).endsWith("\\")) {
      end++;
    }
    return end + 1;
  }

  private static boolean isKnown(String line) {
    String program = program(line);
    return RUN.contains(program) || NOT_RUN.contains(program);
  }

  private static String program(String line) {
    Matcher program = PROGRAM.matcher(line);
    return program.matches() ? program.group(1) : "";
  }

  private static String withoutPrompt(String line) {
    return line.startsWith(PROMPT) ? line.substring(PROMPT.length()) : line;
  }
}
