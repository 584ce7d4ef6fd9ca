// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench;

import dev.recordio.bench.harness.Cost;
import dev.recordio.bench.harness.Growth;
import dev.recordio.bench.harness.Outcome;
import dev.recordio.bench.harness.Paired;
import dev.recordio.bench.harness.Side;
import dev.recordio.bench.harness.Sizes;
import dev.recordio.bench.harness.Trial;
import dev.recordio.bench.report.Row;
import dev.recordio.bench.report.SuiteTable;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Outcomes as rows of text, and as Markdown tables, one for each suite. */
public final class TableReport {
  private TableReport() {}

  /** Returns a line about the machine, a table for each suite, and lines about growth. */
  public static String of(List<Outcome> outcomes, Map<String, Object> machine) {
    var text = new StringBuilder();
    text.append(pairs(machine)).append('\n');
    SuiteTable.bySuite(rows(outcomes, machine, ""))
        .forEach(
            (suite, rows) ->
                text.append("\n### ")
                    .append(suite)
                    .append("\n\n")
                    .append(SuiteTable.markdown(rows)));
    List<Growth> growth = Growth.of(outcomes);
    if (!growth.isEmpty()) {
      text.append("\nGrowth of what one record costs, from the fewest to the most records:\n\n");
      growth.forEach(grown -> text.append("- ").append(grown.line()).append('\n'));
    }
    return text.toString();
  }

  /**
   * Returns a row for each outcome.
   *
   * @param command the command line, which the rows keep
   */
  public static List<Row> rows(
      List<Outcome> outcomes, Map<String, Object> machine, String command) {
    return outcomes.stream().map(outcome -> row(outcome, pairs(machine), command)).toList();
  }

  private static Row row(Outcome outcome, String machine, String command) {
    Trial trial = outcome.trial();
    Paired paired = outcome.paired();
    Side ours = paired.ours();
    Side peer = paired.peer();
    return new Row(
        List.of(
            trial.suite(),
            trial.name(),
            trial.peer().name(),
            recordSize(trial),
            figure("%.2f", paired.wall().median()),
            figure("%.2f", paired.wall().low()),
            figure("%.2f", paired.wall().high()),
            figure("%.2f", paired.cpu().median()),
            figure("%.2f", paired.cpu().low()),
            figure("%.2f", paired.cpu().high()),
            Integer.toString(outcome.rounds()),
            figure("%.2f", trial.bytes() / ours.wall().median()),
            figure("%.2f", trial.bytes() / peer.wall().median()),
            figure("%.3f", ours.wall().median() / 1e9),
            figure("%.3f", peer.wall().median() / 1e9),
            figure("%.3f", ours.cpu().median() / 1e9),
            figure("%.3f", peer.cpu().median() / 1e9),
            memory(ours),
            memory(peer),
            figure("%.2f", outcome.check().wall().median()),
            figure("%.2f", outcome.check().cpu().median()),
            figure("%.1f", outcome.load()),
            pairs(outcome.facts()),
            voided(outcome),
            machine,
            command));
  }

  /** Returns the bytes of a record as a cell: empty without a common size. */
  static String recordSize(Trial trial) {
    return trial.recordSize() == 0 ? "" : Sizes.text(trial.recordSize());
  }

  static String pairs(Map<String, Object> facts) {
    return facts.entrySet().stream()
        .map(entry -> entry.getKey() + " " + entry.getValue())
        .collect(Collectors.joining("; "));
  }

  private static String figure(String format, double figure) {
    return Double.isNaN(figure) || figure == 0 ? "" : String.format(Locale.ROOT, format, figure);
  }

  private static String memory(Side side) {
    if (side.peak() == 0 && side.memory() == Cost.Memory.RSS) {
      return "";
    }
    String size = side.peak() < 1 << 20 ? "<1" : Long.toString(side.peak() >> 20);
    return size + " " + side.memory().name().toLowerCase(Locale.ROOT);
  }

  private static String voided(Outcome outcome) {
    String wall = outcome.voidWall();
    String cpu = outcome.voidCpu();
    return (wall.isEmpty() ? "" : "ratio: " + wall)
        + (wall.isEmpty() || cpu.isEmpty() ? "" : "; ")
        + (cpu.isEmpty() ? "" : "CPU: " + cpu);
  }
}
