// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.bench.report.Comparison.Verdict;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTest {
  /** A row of the case "pack"; further cells are given as {@code column=cell}. */
  private static Row row(double low, double median, double high, String... further) {
    var cells = new HashMap<String, String>();
    cells.put("suite", "start");
    cells.put("case", "pack");
    cells.put("peer", "loop");
    cells.put("ratio", Double.toString(median));
    cells.put("low", Double.toString(low));
    cells.put("high", Double.toString(high));
    Arrays.stream(further)
        .map(cell -> cell.split("=", 2))
        .forEach(cell -> cells.put(cell[0], cell[1]));
    return new Row(Row.COLUMNS.stream().map(column -> cells.getOrDefault(column, "")).toList());
  }

  private static Row byCpu(double low, double median, double high, String voided) {
    return row(
        1, 1, 1, "cpu low=" + low, "cpu ratio=" + median, "cpu high=" + high, "void=" + voided);
  }

  private static String note(Comparison comparison) {
    return comparison.cells(0).get(Comparison.HEAD.indexOf("note"));
  }

  @ParameterizedTest
  @CsvSource({
    "0.15, 0.16, 0.17, 0.48, 0.51, 0.56, FELL", // a third is left
    "0.44, 0.47, 0.49, 0.48, 0.51, 0.56, WITHIN_NOISE", // the ranges meet
    "0.90, 0.91, 0.92, 0.97, 0.98, 0.99, WITHIN_NOISE", // the A/A check allows as much
    "0.07, 0.07, 0.07, 0.08, 0.08, 0.08, WITHIN_NOISE", // less than two decimals show
    "0.51, 0.51, 0.51, 0.51, 0.51, 0.51, WITHIN_NOISE",
    "0.80, 0.81, 0.82, 0.48, 0.51, 0.56, ROSE",
  })
  void aRatioFallsWhenItIsLowerByMoreThanTheNoise(
      double low, double now, double high, double least, double recorded, double most, Verdict as) {
    List<Row> file = List.of(row(least, recorded, most));
    assertEquals(as, Comparison.of(row(low, now, high), file, false).verdict());
  }

  @Test
  void aPeerThatDiffersFromItselfIsNoiseToo() {
    List<Row> file = List.of(row(0.98, 1, 1.02));
    assertEquals(Verdict.FELL, Comparison.of(row(0.84, 0.85, 0.86), file, false).verdict());
    Row noisy = row(0.84, 0.85, 0.86, "A/A=0.80", "void=ratio: A/A 0.80");
    Comparison compared = Comparison.of(noisy, file, false);
    assertEquals(Verdict.WITHIN_NOISE, compared.verdict());
    assertEquals("void: ratio: A/A 0.80", note(compared));
  }

  @Test
  void processorTimeComparesWhereTheClockProvesNothing() {
    List<Row> file = List.of(byCpu(0.9, 1, 1.1, ""));
    Comparison fell = Comparison.of(byCpu(0.4, 0.5, 0.6, "ratio: load 9.0"), file, false);
    assertEquals(Verdict.FELL, fell.verdict());
    assertEquals("FELL by 50 %; by CPU time", note(fell));
    Row neither = byCpu(0.4, 0.5, 0.6, "ratio: load 9.0; CPU: A/A 1.20");
    assertEquals(Verdict.WITHIN_NOISE, Comparison.of(neither, file, false).verdict());
    assertEquals(Verdict.FELL, Comparison.of(byCpu(0.4, 0.5, 0.6, ""), file, true).verdict());
  }

  @Test
  void theRecordedRowIsTheLastOfTheSameCaseOfTheSameFactsIfThereAreAny() {
    List<Row> file =
        List.of(
            row(1, 1, 1, "facts=codec JDK"),
            row(2, 2, 2, "facts=codec OpenCV"),
            row(3, 3, 3, "peer=another"));
    assertEquals(
        Verdict.WITHIN_NOISE,
        Comparison.of(row(1, 1, 1, "facts=codec JDK"), file, false).verdict());
    assertEquals(
        Verdict.WITHIN_NOISE, Comparison.of(row(2, 2, 2, "facts=a third"), file, false).verdict());
    Comparison unknown = Comparison.of(row(1, 1, 1, "record=10 KB"), file, false);
    assertEquals(Verdict.NOT_RECORDED, unknown.verdict());
    assertEquals(
        List.of("start: pack, 10 KB", "loop", "1.00 [1.00..1.00]", "-", "-", "no recorded row"),
        unknown.cells(0));
  }

  @Test
  void aGoalHoldsOrIsMissedWhereTheRatioProvesIt() {
    assertEquals("0.50 holds", goal(row(0.4, 0.5, 0.6), 0.5));
    assertEquals("0.51 missed", goal(row(0.4, 0.5, 0.6), 0.51));
    assertEquals("0.50", goal(row(0.4, 0.5, 0.6, "void=ratio: load 9.0"), 0.5));
    assertEquals("0.50", goal(byCpu(0.4, 0.5, 0.6, "ratio: load 9.0"), 0.5));
  }

  private static String goal(Row now, double goal) {
    Comparison compared = Comparison.of(now, List.of(), false);
    return compared.cells(goal).get(Comparison.HEAD.indexOf("goal"));
  }

  @Test
  void anotherProcessorIsSaid() {
    Row recorded = row(1, 1, 1, "machine=cores 2; processor Old; jvm 17");
    Row now = row(1, 1, 1, "machine=cores 2; processor New; jvm 17");
    assertEquals("recorded on Old", note(Comparison.of(now, List.of(recorded), false)));
  }
}
