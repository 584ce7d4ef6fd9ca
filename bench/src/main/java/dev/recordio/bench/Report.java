// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** Prints outcomes. A ratio says how many times as fast as the peer the library is. */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public final class Report {
  private static final String HEAD =
      """
      | suite | case | peer | record | ratio [low..high] | by CPU time [low..high] | rounds \
      | GB/s | peer's | A/A, by CPU | load | void |
      |---|---|---|---|---|---|---|---|---|---|---|---|
      """;

  private Report() {}

  /** Returns a Markdown table and, above it, a line about the machine. */
  public static String markdown(List<Outcome> outcomes, Map<String, Object> machine) {
    var text = new StringBuilder();
    machine.forEach((name, value) -> text.append(name).append(' ').append(value).append("; "));
    text.setLength(Math.max(0, text.length() - 2));
    text.append("\n\n").append(HEAD);
    for (Outcome outcome : outcomes) {
      text.append(row(outcome)).append('\n');
    }
    return text.toString();
  }

  private static String row(Outcome outcome) {
    Trial trial = outcome.trial();
    Paired paired = outcome.paired();
    return String.format(
        Locale.ROOT,
        "| %s | %s | %s | %s | %s | %s | %d | %.2f | %.2f | %.2f, %.2f | %.1f | %s |",
        trial.suite(),
        trial.name(),
        trial.peer().name(),
        size(trial.recordSize()),
        spread(paired.wall()),
        spread(paired.cpu()),
        outcome.rounds(),
        trial.bytes() / paired.oursWall().median(),
        trial.bytes() / paired.peerWall().median(),
        outcome.check().wall().median(),
        outcome.check().cpu().median(),
        outcome.load(),
        voided(outcome));
  }

  private static String spread(Spread spread) {
    return String.format(
        Locale.ROOT, "%.2f [%.2f..%.2f]", spread.median(), spread.low(), spread.high());
  }

  private static String voided(Outcome outcome) {
    String wall = outcome.voidWall();
    String cpu = outcome.voidCpu();
    return (wall.isEmpty() ? "" : "ratio: " + wall)
        + (wall.isEmpty() || cpu.isEmpty() ? "" : "; ")
        + (cpu.isEmpty() ? "" : "CPU: " + cpu);
  }

  /** Returns one JSON object: {@code {"results":[...],"machine":{...}}}. */
  public static String json(List<Outcome> outcomes, Map<String, Object> machine) {
    var report = new LinkedHashMap<String, Object>();
    report.put("results", outcomes.stream().map(Report::result).toList());
    report.put("machine", machine);
    try {
      return new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .writeValueAsString(report);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e); // maps, texts and numbers can always be written
    }
  }

  private static Map<String, Object> result(Outcome outcome) {
    Trial trial = outcome.trial();
    Paired paired = outcome.paired();
    var fields = new LinkedHashMap<String, Object>();
    fields.put("suite", trial.suite());
    fields.put("case", trial.name());
    fields.put("peer", trial.peer().name());
    fields.put("recordSize", size(trial.recordSize()));
    fields.put("ratio", paired.wall().median());
    fields.put("low", paired.wall().low());
    fields.put("high", paired.wall().high());
    fields.put("rounds", outcome.rounds());
    fields.put("cpuRatio", paired.cpu().median());
    fields.put("cpuLow", paired.cpu().low());
    fields.put("cpuHigh", paired.cpu().high());
    fields.put("bytesPerSecond", trial.bytes() * 1e9 / paired.oursWall().median());
    fields.put("peerBytesPerSecond", trial.bytes() * 1e9 / paired.peerWall().median());
    fields.put("checkRatio", outcome.check().wall().median());
    fields.put("checkCpuRatio", outcome.check().cpu().median());
    fields.put("load", outcome.load());
    fields.put("void", outcome.voidWall());
    fields.put("cpuVoid", outcome.voidCpu());
    return fields;
  }

  /** Returns a number of bytes as people write it: {@code 100 B}, {@code 10 KB}, {@code 1 MB}. */
  static String size(int bytes) {
    if (bytes >= 1 << 20 && bytes % (1 << 20) == 0) {
      return (bytes >> 20) + " MB";
    }
    return bytes >= 1 << 10 && bytes % (1 << 10) == 0 ? (bytes >> 10) + " KB" : bytes + " B";
  }
}
