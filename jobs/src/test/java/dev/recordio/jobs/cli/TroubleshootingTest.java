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

  /** A row has some words of each note. */
  @Test
  void everyNoteOfTheCodeIsExplained() throws IOException {
    String page = Files.readString(ConfigurationDocs.projectFile("docs/troubleshooting.md"));
    List<String> explained =
        CODE.matcher(page.substring(page.indexOf("## Notes"), page.indexOf("## Records")))
            .results()
            .map(code -> code.group(1))
            .toList();
    List<String> calls = NOTE.matcher(sources()).results().map(call -> call.group(1)).toList();
    for (String call : calls) {
      List<String> words = LITERAL.matcher(call).results().map(word -> word.group(1)).toList();
      assertTrue(
          words.stream().anyMatch(word -> explained.stream().anyMatch(word::contains)),
          "no row of Notes has words of " + words);
    }
    assertTrue(calls.size() > 10, calls.toString());
  }

  /**
   * Returns all sources and the launcher, with strings that are cut at the end of a line as one.
   */
  private static String sources() throws IOException {
    var text = new StringBuilder(Files.readString(ConfigurationDocs.projectFile("bin/recordio")));
    for (String module : ConfigurationDocs.MODULES) {
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
