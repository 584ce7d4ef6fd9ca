// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.sparse.ParseRule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** docs/rows.md lists the rules as they are, in their order. */
class RulesDocumentTest {
  @Test
  void tablesHaveEveryRule() throws Exception {
    List<String> expected =
        Arrays.stream(ParseRule.values())
            .map(r -> "| `" + r.title() + "` | " + r.expected() + " | " + r.repair() + " |")
            .toList();
    List<String> rows =
        Files.readAllLines(Path.of("..", "docs", "rows.md")).stream()
            .filter(line -> line.matches("\\| `[a-z0-9]+(-[a-z0-9]+)+` \\|.*"))
            .toList();
    assertEquals(expected, rows);
  }
}
