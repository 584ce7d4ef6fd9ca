// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bench.harness.Trial;
import dev.recordio.bench.report.CsvTable;
import dev.recordio.bench.report.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rows of {@code --check}; the tests of each suite hold that it has them. */
class CheckTest {
  private static final Path FIGURES = Path.of("..", "docs", "benchmarks.csv");

  /**
   * Checks that a suite over little data has the rows that are chosen of it, whatever the numbers
   * in their names are, unless something is missing here.
   */
  static void assertHas(String suite, List<Trial> trials, List<String> notes) {
    for (Check.Part part : Check.PARTS) {
      for (Check.Chosen row : part.name().equals(suite) ? part.rows() : List.<Check.Chosen>of()) {
        assertTrue(
            !notes.isEmpty()
                || trials.stream()
                    .anyMatch(
                        trial ->
                            shape(trial.name()).equals(shape(row.name()))
                                && trial.peer().name().equals(row.peer())),
            suite + " has no " + row.name() + " against " + row.peer());
      }
    }
  }

  private static String shape(String name) {
    return name.replaceAll("\\d[\\d,]*", "N");
  }

  @Test
  void eachPartIsOfASuite() {
    Check.PARTS.forEach(
        part -> assertEquals(part.name(), new Suites.ByName().convert(part.name()).name()));
  }

  @Test
  void theRecordedRowsDoNotFallBelowThemselves() throws IOException {
    List<Row> recorded = CsvTable.read(FIGURES);
    List<Row> first = recorded.stream().filter(row -> row.cell("suite").equals("start")).toList();
    String report = Check.report(first, recorded);
    assertTrue(report.contains("0 of " + first.size() + " fell by more than the noise"), report);
    assertTrue(report.contains("| start: recordio --version | bare JVM | 0."), report);
    assertTrue(report.contains("| scan: view, 100 B | plain 1 MiB reads | - | - | - | not run |"));
  }

  @Test
  void aRowThatFellIsMarkedAndCounted() throws IOException {
    List<Row> recorded = CsvTable.read(FIGURES);
    Check.Part part = Check.PARTS.get(Check.PARTS.size() - 1);
    Row row =
        recorded.stream()
            .filter(one -> one.cell("case").equals("recordio --version"))
            .findFirst()
            .orElseThrow();
    List<Row> slow = List.of(with(with(with(row, "ratio"), "low"), "high"));
    String report = Check.report(slow, recorded);
    assertTrue(report.contains("FELL by "), report);
    assertTrue(report.contains("1 of 1 fell by more than the noise"), report);
    assertTrue(part.missing(slow).stream().noneMatch(one -> one.name().contains("--version")));
    assertTrue(part.missing(slow).stream().anyMatch(one -> one.name().startsWith("pack")));
  }

  private static Row with(Row row, String column) {
    var cells = new java.util.ArrayList<>(row.cells());
    cells.set(Row.COLUMNS.indexOf(column), "0.01");
    return new Row(cells);
  }
}
