// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The rows of a suite as a table of eight columns. */
public final class SuiteTable {
  /** The names of the columns. */
  public static final List<String> HEAD =
      List.of(
          "case",
          "peer",
          "record",
          "ratio [low..high]",
          "by CPU time [low..high]",
          "GB/s, peer's",
          "s, peer's",
          "facts, void");

  private SuiteTable() {}

  /** Returns the rows by suite; suites are in the order in which they occur. */
  public static Map<String, List<Row>> bySuite(List<Row> rows) {
    var suites = new LinkedHashMap<String, List<Row>>();
    rows.forEach(
        row -> suites.computeIfAbsent(row.cell("suite"), name -> new ArrayList<>()).add(row));
    return suites;
  }

  /** Returns the cells of a row, for {@link #HEAD}. */
  public static List<String> cells(Row row) {
    return List.of(
        row.cell("case"),
        row.cell("peer"),
        orDash(row.cell("record")),
        spread(row.wall()),
        spread(row.cpu()),
        both(row, "GB/s", "peer GB/s"),
        both(row, "s", "peer s"),
        both(row.cell("facts"), row.cell("void").isEmpty() ? "" : "void: " + row.cell("void")));
  }

  /** Returns the table in Markdown. */
  public static String markdown(List<Row> rows) {
    var text = new StringBuilder(line(HEAD)).append("|---".repeat(HEAD.size())).append("|\n");
    rows.forEach(row -> text.append(line(cells(row))));
    return text.toString();
  }

  static String line(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }

  static String spread(Row.Ratio spread) {
    return spread.isKnown()
        ? String.format(
            Locale.ROOT, "%.2f [%.2f..%.2f]", spread.median(), spread.low(), spread.high())
        : "-";
  }

  private static String both(Row row, String ours, String peers) {
    return orDash(
        row.cell(ours).isEmpty() && row.cell(peers).isEmpty()
            ? ""
            : orDash(row.cell(ours)) + ", " + orDash(row.cell(peers)));
  }

  private static String both(String facts, String voided) {
    return facts + (facts.isEmpty() || voided.isEmpty() ? "" : "; ") + voided;
  }

  private static String orDash(String cell) {
    return cell.isEmpty() ? "-" : cell;
  }
}
