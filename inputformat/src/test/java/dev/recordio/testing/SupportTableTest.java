// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The README's table of what works where states what tests show, and nothing else. */
class SupportTableTest {
  private static final Path README = ConfigurationDocs.projectFile("README.md");
  private static final Pattern LINK = Pattern.compile("\\[([^]]*)]\\(([^)]*)\\)");

  /** Returns the cells of a line, unchanged. */
  private static List<String> cells(String line) {
    return Arrays.stream(line.substring(1, line.lastIndexOf('|')).split("\\|", -1))
        .map(String::strip)
        .toList();
  }

  private static List<List<String>> table() throws IOException {
    List<List<String>> table =
        Files.readString(README)
            .replaceFirst("(?s).*?\n## What works where\n", "")
            .replaceFirst("(?s)\n## .*", "")
            .lines()
            .filter(line -> line.startsWith("|"))
            .map(SupportTableTest::cells)
            .toList();
    assertTrue(table.size() > 3, "no table in " + README);
    assertTrue(table.get(1).stream().allMatch(cell -> cell.matches("-+")));
    return table;
  }

  private static String plain(String cell) {
    return LINK.matcher(cell).replaceAll("$1").replace("`", "");
  }

  private static boolean denied(String cell) {
    return cell.equals("–") || cell.startsWith("not yet") || cell.startsWith("not tested");
  }

  /** Returns each cell's text by "row | engine". */
  private static Map<String, String> cellsByName() throws IOException {
    List<List<String>> table = table();
    List<String> engines = table.get(0);
    var cells = new LinkedHashMap<String, String>();
    for (List<String> line : table.subList(2, table.size())) {
      assertEquals(engines.size(), line.size(), line.get(0));
      for (int i = 1; i < line.size(); i++) {
        cells.put(plain(line.get(0)) + " | " + plain(engines.get(i)), line.get(i));
      }
    }
    return cells;
  }

  @Test
  void everyCellThatSaysYesHasATestAndNoOtherHas() throws IOException {
    Map<String, List<String>> claims = SupportClaims.of(README.resolveSibling("."));
    var wrong = new TreeMap<String, String>();
    Map<String, String> cells = cellsByName();
    cells.forEach(
        (cell, text) -> {
          if (!denied(text) && !claims.containsKey(cell)) {
            wrong.put(cell, "the README says '" + text + "', but no test claims it");
          }
        });
    claims.forEach(
        (cell, tests) -> {
          if (!cells.containsKey(cell)) {
            wrong.put(cell, tests + " claim it, but the README has no such cell");
          } else if (denied(cells.get(cell))) {
            wrong.put(cell, tests + " claim it, but the README says '" + cells.get(cell) + "'");
          }
        });
    assertEquals("", String.join("\n", wrong.entrySet().stream().map(Object::toString).toList()));
  }

  @Test
  void everyEngineLinksToItsPage() throws IOException {
    List<String> engines = table().get(0);
    for (String engine : engines.subList(1, engines.size())) {
      Matcher link = LINK.matcher(engine);
      assertTrue(link.find(), "no link: " + engine);
      assertTrue(Files.isRegularFile(README.resolveSibling(link.group(2))), link.group(2));
    }
  }
}
