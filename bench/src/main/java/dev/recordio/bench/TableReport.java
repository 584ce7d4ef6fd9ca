// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** Outcomes as a Markdown table. A ratio is how many times as fast as the peer the library is. */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public final class TableReport {
  private static final List<String> HEAD =
      List.of(
          "suite",
          "case",
          "peer",
          "record",
          "ratio [low..high]",
          "by CPU time [low..high]",
          "rounds",
          "GB/s",
          "peer's",
          "s",
          "peer's",
          "CPU s",
          "peer's",
          "peak MB",
          "peer's",
          "A/A, by CPU",
          "load",
          "facts",
          "void");

  private TableReport() {}

  /** Returns a line about the machine, the table, and lines about growth. */
  public static String of(List<Outcome> outcomes, Map<String, Object> machine) {
    var text = new StringBuilder();
    text.append(pairs(machine)).append("\n\n");
    text.append(line(HEAD));
    text.append("|---".repeat(HEAD.size())).append("|\n");
    outcomes.forEach(outcome -> text.append(line(row(outcome))));
    List<Growth> growth = Growth.of(outcomes);
    if (!growth.isEmpty()) {
      text.append("\nGrowth of what one record costs, from the fewest to the most records:\n\n");
      growth.forEach(grown -> text.append("- ").append(grown.line()).append('\n'));
    }
    return text.toString();
  }

  private static String pairs(Map<String, Object> facts) {
    return facts.entrySet().stream()
        .map(entry -> entry.getKey() + " " + entry.getValue())
        .collect(Collectors.joining("; "));
  }

  private static String line(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }

  private static List<String> row(Outcome outcome) {
    Trial trial = outcome.trial();
    Paired paired = outcome.paired();
    Side ours = paired.ours();
    Side peer = paired.peer();
    return List.of(
        trial.suite(),
        trial.name(),
        trial.peer().name(),
        Sizes.text(trial.recordSize()),
        spread(paired.wall()),
        spread(paired.cpu()),
        Integer.toString(outcome.rounds()),
        rate(trial, ours),
        rate(trial, peer),
        figure("%.3f", ours.wall().median() / 1e9),
        figure("%.3f", peer.wall().median() / 1e9),
        figure("%.3f", ours.cpu().median() / 1e9),
        figure("%.3f", peer.cpu().median() / 1e9),
        memory(ours),
        memory(peer),
        figure("%.2f", outcome.check().wall().median())
            + ", "
            + figure("%.2f", outcome.check().cpu().median()),
        figure("%.1f", outcome.load()),
        pairs(outcome.facts()),
        voided(outcome));
  }

  private static String figure(String format, double figure) {
    return Double.isNaN(figure) || figure == 0 ? "-" : String.format(Locale.ROOT, format, figure);
  }

  private static String rate(Trial trial, Side side) {
    return figure("%.2f", trial.bytes() / side.wall().median());
  }

  private static String memory(Side side) {
    if (side.peak() == 0 && side.memory() == Cost.Memory.RSS) {
      return "-";
    }
    String size = side.peak() < 1 << 20 ? "<1" : Long.toString(side.peak() >> 20);
    return size + " " + side.memory().name().toLowerCase(Locale.ROOT);
  }

  private static String spread(Spread spread) {
    return spread.isKnown()
        ? String.format(
            Locale.ROOT, "%.2f [%.2f..%.2f]", spread.median(), spread.low(), spread.high())
        : "-";
  }

  private static String voided(Outcome outcome) {
    String wall = outcome.voidWall();
    String cpu = outcome.voidCpu();
    return (wall.isEmpty() ? "" : "ratio: " + wall)
        + (wall.isEmpty() || cpu.isEmpty() ? "" : "; ")
        + (cpu.isEmpty() ? "" : "CPU: " + cpu);
  }
}
