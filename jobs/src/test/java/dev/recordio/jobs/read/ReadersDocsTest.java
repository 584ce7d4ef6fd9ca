// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.Services;
import dev.recordio.reader.StageProvider;
import dev.recordio.reader.spec.StageParameter;
import dev.recordio.reader.spec.StageParameter.Use;
import dev.recordio.reader.spec.StageSyntax;
import dev.recordio.testing.ConfigurationDocs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The table of stages in {@code docs/readers.md} is as the code; the tests that {@code
 * docs/testing.md} names exist.
 */
class ReadersDocsTest {
  private static final String BEGIN =
      "<!-- stages: begin (generated from the code by ReadersDocsTest) -->\n";
  private static final String END = "<!-- stages: end -->\n";
  private static final Pattern TEST = Pattern.compile("`[A-Z]\\w+Test\\.\\w+`");

  private static String table() {
    List<StageSyntax> all =
        Services.own(StageProvider.class).stream()
            .flatMap(stages -> stages.syntaxes().stream())
            .sorted(Comparator.comparing(StageSyntax::usage))
            .toList();
    var table = new StringBuilder("| stage | what it does | parameters |\n|---|---|---|\n");
    for (StageSyntax stage : all) {
      boolean kind = stage.parameters().stream().anyMatch(ReadersDocsTest::isKind);
      String about =
          kind
              ? stage.description() + ": " + stage.parameters().get(0).description()
              : stage.description();
      table.append("| `").append(usage(stage)).append("` | ").append(escape(about)).append(" | ");
      String separator = "";
      for (StageParameter one : stage.parameters()) {
        if (!isKind(one)) {
          table.append(separator).append('`').append(one.name()).append("`: ");
          table.append(escape(one.description()));
          separator = "; ";
        }
      }
      table.append(" |\n");
    }
    return table.toString();
  }

  /** Whether a parameter is the word of one of the kinds of a stage. */
  private static boolean isKind(StageParameter parameter) {
    return parameter.use() == Use.REQUIRED && parameter.type().words().size() == 1;
  }

  /** Returns how a stage is written, with the defaults of keys instead of their names. */
  private static String usage(StageSyntax stage) {
    String usage = stage.usage();
    for (StageParameter one : stage.parameters()) {
      if (one.key() != null) {
        usage = usage.replace(one.key().key(), one.key().defaultValue());
      }
    }
    return usage;
  }

  private static String escape(String text) {
    return text.replaceAll("[\\\\*_<|]", "\\\\$0");
  }

  @Test
  void theTableOfStagesIsAsTheCode() throws IOException {
    Path page = ConfigurationDocs.projectFile("docs/readers.md");
    String text = Files.readString(page);
    int begin = text.indexOf(BEGIN) + BEGIN.length();
    int end = text.indexOf(END);
    assertTrue(begin >= BEGIN.length() && end >= begin, "the page has no place for the table");
    String expected = text.substring(0, begin) + table() + text.substring(end);
    if (Boolean.getBoolean("recordio.regenerate")) {
      Files.writeString(page, expected);
      text = expected;
    }
    assertEquals(expected, text, "generate it: -Dtest=ReadersDocsTest -Drecordio.regenerate=true");
  }

  @Test
  void theTestsThatShowAPromiseExist() throws IOException {
    String page = Files.readString(ConfigurationDocs.projectFile("docs/testing.md"));
    List<String> named =
        TEST.matcher(page).results().map(MatchResult::group).distinct().sorted().toList();
    assertTrue(named.size() > 10, named + " on the page");
    var missing = new ArrayList<>(named);
    for (String module : List.of("inputformat", "readers", "jobs")) {
      try (Stream<Path> files =
          Files.walk(ConfigurationDocs.projectFile(module + "/src/test/java"))) {
        for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
          String name = file.getFileName().toString().replace(".java", "");
          String text = name.endsWith("Test") ? Files.readString(file) : "";
          missing.removeIf(
              each ->
                  each.startsWith("`" + name + ".")
                      && text.contains(" void " + each.replaceAll(".*\\.|`", "") + "("));
        }
      }
    }
    assertEquals(List.of(), missing, "named as the test of a promise");
  }
}
