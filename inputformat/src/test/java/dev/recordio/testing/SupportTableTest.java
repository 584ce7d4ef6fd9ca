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

/**
 * The table of what works where in {@code docs/tasks.md} states what tests show, and nothing else;
 * the small one in the README states nothing that the large one does not.
 */
class SupportTableTest {
  private static final Path README = ConfigurationDocs.projectFile("README.md");
  private static final Path TASKS = ConfigurationDocs.projectFile("docs/tasks.md");
  private static final Pattern LINK = Pattern.compile("\\[([^]]*)]\\(([^)]*)\\)");

  /** What only names the way to type: code, links. */
  private static final Pattern NAMES = Pattern.compile("(?:`[^`]*`|" + LINK + "|[ ,])+");

  /** Returns the cells of a line, unchanged. */
  private static List<String> cells(String line) {
    return Arrays.stream(line.substring(1, line.lastIndexOf('|')).split("\\|", -1))
        .map(String::strip)
        .toList();
  }

  private static List<List<String>> table(Path page) throws IOException {
    List<List<String>> table =
        Files.readString(page)
            .replaceFirst("(?s).*?\n## What works where\n", "")
            .replaceFirst("(?s)\n## .*", "")
            .lines()
            .filter(line -> line.startsWith("|"))
            .map(SupportTableTest::cells)
            .toList();
    assertTrue(table.size() > 3, "no table in " + page);
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
  private static Map<String, String> cellsByName(Path page) throws IOException {
    List<List<String>> table = table(page);
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
    Map<String, String> cells = cellsByName(TASKS);
    cells.forEach(
        (cell, text) -> {
          if (!denied(text) && !claims.containsKey(cell)) {
            wrong.put(cell, "the table says '" + text + "', but no test claims it");
          }
        });
    claims.forEach(
        (cell, tests) -> {
          if (!cells.containsKey(cell)) {
            wrong.put(cell, tests + " claim it, but the table has no such cell");
          } else if (denied(cells.get(cell))) {
            wrong.put(cell, tests + " claim it, but the table says '" + cells.get(cell) + "'");
          }
        });
    assertEquals("", String.join("\n", wrong.entrySet().stream().map(Object::toString).toList()));
  }

  /** Whether a cell of the README is the beginning of the large table's, or yes for its names. */
  private static boolean agrees(String small, String large) {
    return small.equals("yes")
        ? large.matches("yes(?: \\([^)]*\\))?") || !denied(large) && NAMES.matcher(large).matches()
        : plain(large).matches(Pattern.quote(plain(small)) + "(?:\\W.*)?");
  }

  @Test
  void theReadmeSaysNothingElse() throws IOException {
    Map<String, String> large = cellsByName(TASKS);
    var wrong = new TreeMap<String, String>();
    cellsByName(README)
        .forEach(
            (cell, text) -> {
              String said = large.get(cell);
              if (said == null || !agrees(text, said)) {
                wrong.put(cell, "the README says '" + text + "', docs/tasks.md '" + said + "'");
              }
            });
    assertEquals("", String.join("\n", wrong.entrySet().stream().map(Object::toString).toList()));
  }

  @Test
  void everyEngineLinksToItsPage() throws IOException {
    for (Path page : List.of(README, TASKS)) {
      List<String> engines = table(page).get(0);
      for (String engine : engines.subList(1, engines.size())) {
        Matcher link = LINK.matcher(engine);
        assertTrue(link.find(), "no link: " + engine);
        Path target = page.resolveSibling(link.group(2).replaceFirst("#.*", ""));
        assertTrue(Files.isRegularFile(target), link.group(2));
      }
    }
  }
}
