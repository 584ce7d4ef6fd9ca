// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Charts and tables of {@code docs/benchmarks.md} are made of {@code docs/benchmarks.csv}. With
 * {@code -Drecordio.regenerate=true} they are written anew.
 */
class BenchmarksDocsTest {
  private static final Path DOCS = Path.of("..", "docs");
  private static final Path PAGE = DOCS.resolve("benchmarks.md");
  private static final Path CHARTS = DOCS.resolve("benchmarks");
  private static final String BEGIN = "<!-- results -->\n";
  private static final String END = "<!-- end of results -->";

  /** A page that people read to its end. */
  private static final int MOST_ROWS = 60;

  private final Map<String, List<Row>> suites = SuiteTable.bySuite(rows());

  @Test
  void thePageHasAChartAndATableOfEachSuite() throws IOException {
    String page = Files.readString(PAGE);
    String expected =
        page.substring(0, page.indexOf(BEGIN) + BEGIN.length())
            + suites.entrySet().stream()
                .map(suite -> section(suite.getKey(), suite.getValue()))
                .collect(Collectors.joining())
            + page.substring(page.indexOf(END));
    if (Boolean.getBoolean("recordio.regenerate")) {
      Files.writeString(PAGE, expected);
    }
    assertEquals(expected, Files.readString(PAGE));
  }

  @Test
  void thePageHasFewRowsAndNoneIsVoid() {
    List<Row> rows = rows();
    assertTrue(rows.size() <= MOST_ROWS, rows.size() + " rows");
    assertEquals(
        List.of(),
        rows.stream().filter(row -> row.cell("void").contains("ratio")).map(Row::cells).toList());
  }

  @Test
  void theChartsAreThoseOfTheFigures() throws IOException {
    var expected = new TreeMap<String, String>();
    suites.forEach((suite, rows) -> expected.put(suite + ".svg", RatioChart.of(suite, rows)));
    if (Boolean.getBoolean("recordio.regenerate")) {
      Files.createDirectories(CHARTS);
      for (Map.Entry<String, String> chart : expected.entrySet()) {
        Files.writeString(CHARTS.resolve(chart.getKey()), chart.getValue());
      }
    }
    var found = new TreeMap<String, String>();
    try (Stream<Path> files = Files.list(CHARTS)) {
      for (Path file : files.toList()) {
        found.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    assertEquals(expected, found);
  }

  private static String section(String suite, List<Row> rows) {
    String commands =
        rows.stream()
            .map(row -> row.cell("command"))
            .distinct()
            .map(command -> "    " + command + "\n")
            .collect(Collectors.joining());
    return "### "
        + suite
        + "\n\n!["
        + suite
        + ": ratios to each peer](benchmarks/"
        + suite
        + ".svg)\n\n"
        + SuiteTable.markdown(rows)
        + "\n<!-- not run: a benchmark, takes minutes -->\n"
        + commands
        + "\n";
  }

  private static List<Row> rows() {
    try {
      return CsvTable.read(DOCS.resolve("benchmarks.csv"));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
