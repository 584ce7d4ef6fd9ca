// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.report;

import dev.recordio.bench.harness.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A row beside the recorded one of the same suite, case, peer and record size. The ratios are by
 * the clock, unless that proves nothing in one of the two and processor time does in both.
 *
 * <p>The noise is the range of both, at least the factor that the A/A checks allow, and more where
 * the peer of either row was further from itself.
 */
public final class Comparison {
  /** The names of the columns. */
  public static final List<String> HEAD =
      List.of(
          "case", "peer", "ratio now [low..high]", "ratio recorded [low..high]", "goal", "note");

  /** Cells have two decimals. */
  private static final double ROUNDED = 0.005;

  private static final Pattern PROCESSOR = Pattern.compile("processor ([^;]*)");

  /** What became of a ratio. */
  public enum Verdict {
    /** There is no recorded row, or its ratio is unknown. */
    NOT_RECORDED,
    /** It is lower by more than the noise. */
    FELL,
    /** It differs by no more than the noise. */
    WITHIN_NOISE,
    /** It is higher by more than the noise. */
    ROSE
  }

  private final Row now;
  private final Row recorded;
  private final boolean cpu;
  private final boolean instead;

  private Comparison(Row now, Row recorded, boolean cpu, boolean instead) {
    this.now = now;
    this.recorded = recorded;
    this.cpu = cpu || instead;
    this.instead = instead;
  }

  /**
   * Compares a row with the last of its kind in a file, of those with the same facts if there are
   * any.
   *
   * @param cpu whether only processor time compares the two sides
   */
  public static Comparison of(Row now, List<Row> file, boolean cpu) {
    List<Row> same = file.stream().filter(sameIn(now, "suite", "case", "peer", "record")).toList();
    List<Row> exact = same.stream().filter(sameIn(now, "facts")).toList();
    Row recorded = last(exact.isEmpty() ? same : exact);
    return new Comparison(now, recorded, cpu, !cpu && clockFails(now, recorded));
  }

  private static Predicate<Row> sameIn(Row row, String... columns) {
    return other ->
        List.of(columns).stream().allMatch(column -> other.cell(column).equals(row.cell(column)));
  }

  private static Row last(List<Row> rows) {
    return rows.isEmpty() ? null : rows.get(rows.size() - 1);
  }

  private static boolean clockFails(Row now, Row recorded) {
    List<Row> both = recorded == null ? List.of(now) : List.of(now, recorded);
    return both.stream().anyMatch(Row::isWallVoid)
        && both.stream().allMatch(row -> row.cpu().isKnown() && !row.isCpuVoid());
  }

  /** Returns what became of the ratio. */
  public Verdict verdict() {
    if (recorded == null || !ratio(recorded).isKnown() || !ratio(now).isKnown()) {
      return Verdict.NOT_RECORDED;
    }
    if (isBelow(ratio(now), ratio(recorded))) {
      return Verdict.FELL;
    }
    return isBelow(ratio(recorded), ratio(now)) ? Verdict.ROSE : Verdict.WITHIN_NOISE;
  }

  private boolean isBelow(Row.Ratio one, Row.Ratio other) {
    double noise = Math.max(Trial.TOLERANCE, Math.max(itself(now), itself(recorded)));
    return other.low() > one.high() && other.median() - ROUNDED > noise * (one.median() + ROUNDED);
  }

  /** Returns by what factor the peer differed from itself. */
  private double itself(Row row) {
    String cell = row.cell(cpu ? "cpu A/A" : "A/A");
    double check = cell.isEmpty() ? 1 : Double.parseDouble(cell);
    return Math.max(check, 1 / check);
  }

  private Row.Ratio ratio(Row row) {
    return cpu ? row.cpu() : row.wall();
  }

  /**
   * Returns a goal and whether the median of now reaches it; only the goal where processor time
   * compares instead of the clock, or the ratio proves nothing; {@code -} for 0, no goal.
   */
  private String goalReached(double goal) {
    if (goal == 0 || instead || isVoid(now)) {
      return goal(goal);
    }
    return goal(goal) + (ratio(now).median() >= goal ? " holds" : " missed");
  }

  /** Returns the cells for {@link #HEAD}; a goal of 0 is none. */
  public List<String> cells(double goal) {
    return List.of(
        title(now.cell("suite"), now.cell("case"), now.cell("record")),
        now.cell("peer"),
        SuiteTable.spread(ratio(now)),
        recorded == null ? "-" : SuiteTable.spread(ratio(recorded)),
        goalReached(goal),
        note());
  }

  /** Returns the cells of a row that was not run. */
  public static List<String> notRun(
      String suite, String name, String peer, String record, double goal) {
    return List.of(title(suite, name, record), peer, "-", "-", goal(goal), "not run");
  }

  /** Returns a table in Markdown. */
  public static String markdown(List<List<String>> rows) {
    var text = new StringBuilder(SuiteTable.line(HEAD)).append("|---".repeat(HEAD.size()));
    text.append("|\n");
    rows.forEach(row -> text.append(SuiteTable.line(row)));
    return text.toString();
  }

  private static String title(String suite, String name, String record) {
    return suite + ": " + name + (record.isEmpty() ? "" : ", " + record);
  }

  private static String goal(double goal) {
    return goal == 0 ? "-" : String.format(Locale.ROOT, "%.2f", goal);
  }

  private String note() {
    var notes = new ArrayList<String>();
    switch (verdict()) {
      case NOT_RECORDED -> notes.add("no recorded row");
      case FELL -> notes.add("FELL by " + percent() + " %");
      case ROSE -> notes.add("rose by " + percent() + " %");
      case WITHIN_NOISE -> {}
    }
    if (cpu) {
      notes.add("by CPU time");
    }
    if (isVoid(now)) {
      notes.add("void: " + now.cell("void"));
    }
    if (recorded != null && isVoid(recorded)) {
      notes.add("recorded void: " + recorded.cell("void"));
    }
    if (recorded != null && !processor(recorded).equals(processor(now))) {
      notes.add("recorded on " + processor(recorded));
    }
    return String.join("; ", notes);
  }

  private boolean isVoid(Row row) {
    return cpu ? row.isCpuVoid() : row.isWallVoid();
  }

  private long percent() {
    return Math.round(100 * Math.abs(ratio(now).median() / ratio(recorded).median() - 1));
  }

  private static String processor(Row row) {
    Matcher matcher = PROCESSOR.matcher(row.cell("machine"));
    return matcher.find() ? matcher.group(1) : "unknown";
  }
}
