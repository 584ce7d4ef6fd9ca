// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.ConfigurationDocs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The messages that {@code docs/troubleshooting.md} explains are those of the code. */
class TroubleshootingTest {
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  /** A call that says a note, up to the end of its statement. */
  private static final Pattern NOTE =
      Pattern.compile("(?:Notes\\.say|(?<![\\w.])note)\\(\\s*([^;]*?\"[^;]*?)\\);");

  private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

  @Test
  void everyMessageIsInTheCode() throws IOException {
    String sources = sources();
    var missing = new ArrayList<String>();
    int found = 0;
    for (String line :
        Files.readAllLines(ConfigurationDocs.projectFile("docs/troubleshooting.md"))) {
      if (!line.startsWith("| `")) {
        continue;
      }
      String cell = line.split("\\|")[1];
      for (MatchResult message : CODE.matcher(cell).results().toList()) {
        found++;
        if (!sources.contains(message.group(1))) {
          missing.add(message.group(1));
        }
      }
    }
    assertTrue(found > 30, found + " messages");
    assertEquals(List.of(), missing);
  }

  /** What tasks and planners say by other names than these calls is in the tests of the kinds. */
  @Test
  void everyNoteOfTheCodeIsExplained() throws IOException {
    String page = Files.readString(ConfigurationDocs.projectFile("docs/troubleshooting.md"));
    List<String> explained =
        CODE.matcher(page.substring(page.indexOf("## Notes"), page.indexOf("## Records")))
            .results()
            .map(code -> code.group(1))
            .toList();
    List<String> notes =
        NOTE.matcher(sources())
            .results()
            .flatMap(call -> LITERAL.matcher(call.group(1)).results())
            .map(literal -> literal.group(1))
            .toList();
    for (String literal : notes) {
      assertTrue(
          literal.length() < 20 || explained.stream().anyMatch(literal::contains),
          "no row of Notes has words of \"" + literal + "\"");
    }
    assertTrue(notes.size() > 10, notes.toString());
  }

  /** Returns all sources, with strings that are cut at the end of a line as one. */
  private static String sources() throws IOException {
    var text = new StringBuilder();
    for (String module : List.of("inputformat", "images", "jobs")) {
      try (Stream<Path> files =
          Files.walk(ConfigurationDocs.projectFile(module).resolve("src/main/java"))) {
        for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
          text.append(Files.readString(file));
        }
      }
    }
    return text.toString().replaceAll("\"\\s*\\+\\s*\"", "");
  }
}
