// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/**
 * The manual page of a command as AsciiDoc: picocli's, in which the texts are none of AsciiDoc's
 * markup, with the paragraphs and the examples that the command's help ends with.
 */
final class ManPage {
  /** The line of help after which there are examples only. */
  private static final Pattern EXAMPLES = Pattern.compile("Examples?\\b.*:");

  /** A term of a list: an option, an argument, a command. */
  private static final String TERM = "::";

  /** Goes on with the text of a term. */
  private static final String CONTINUED = "+";

  /** What is before and after lines that stay as they are. */
  private static final String LITERAL = "....";

  private final CommandSpec command;
  private final List<String> description = new ArrayList<>();
  private final List<String> examples = new ArrayList<>();

  ManPage(CommandSpec command) {
    this.command = command;
    for (String line : command.usageMessage().description()) {
      description.add(plain(line));
    }
    readFooter(List.of(command.usageMessage().footer()));
  }

  /** The page's name, such as {@code recordio-store-gather}. */
  static String name(CommandSpec command) {
    return command.qualifiedName("-");
  }

  private void readFooter(List<String> lines) {
    var paragraph = new ArrayList<String>();
    for (String line : lines) {
      if (!examples.isEmpty()) {
        examples.add(line.strip());
      } else if (EXAMPLES.matcher(line).matches()) {
        examples.add(line);
      } else if (line.isBlank()) {
        endParagraph(paragraph);
      } else {
        paragraph.add(line);
      }
    }
    endParagraph(paragraph);
  }

  private void endParagraph(List<String> lines) {
    if (lines.isEmpty()) {
      return;
    }
    description.add("");
    if (lines.stream().anyMatch(line -> line.startsWith(" "))) { // a table
      description.add(LITERAL);
      description.addAll(lines);
      description.add(LITERAL);
    } else {
      description.add(plain(String.join(" ", lines)));
    }
    lines.clear();
  }

  String text() {
    command.usageMessage().description(description.toArray(String[]::new));
    if (!command.subcommands().isEmpty()) {
      command
          .usageMessage()
          .customSynopsis(
              "*" + command.qualifiedName() + "* _COMMAND_ [_generic options_] [_options_] _ARGS_");
    }
    var generated = new StringWriter();
    ManPageGenerator.writeSingleManPage(new PrintWriter(generated), command);
    var page = new StringBuilder();
    String last = "";
    for (String line : generated.toString().lines().toList()) {
      page.append(last.endsWith(TERM) || last.equals(CONTINUED) ? plain(line) : term(line))
          .append('\n');
      last = line;
    }
    addExamples(page);
    addSeeAlso(page);
    return page.toString();
  }

  /** Corrects the terms of commands, which are man pages, and of options with a short name only. */
  private static String term(String line) {
    return line.endsWith(TERM)
        ? line.replaceFirst("^xref:(.*)\\.adoc\\[.*]::$", "*$1*(1)::")
            .replaceFirst("^(\\*-\\w\\*), _", "$1 _")
        : line;
  }

  private void addExamples(StringBuilder page) {
    if (examples.size() < 2) {
      return;
    }
    page.append("== Examples\n\n").append(LITERAL).append('\n');
    for (String example : examples.subList(1, examples.size())) {
      page.append(example.replace("%%", "%")).append('\n');
    }
    page.append(LITERAL).append("\n\n");
  }

  private void addSeeAlso(StringBuilder page) {
    var pages = new ArrayList<String>();
    for (CommandSpec above = command.parent(); above != null; above = above.parent()) {
      pages.add("*" + name(above) + "*(1)");
    }
    if (!pages.isEmpty()) {
      page.append("== See also\n\n").append(String.join(", ", pages)).append("\n\n");
    }
  }

  /** Text in which AsciiDoc finds no markup. */
  private static String plain(String text) {
    return "pass:c[" + text.strip().replace("]", "\\]") + "]";
  }
}
