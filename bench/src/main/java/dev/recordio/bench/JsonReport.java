// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.recordio.bench.harness.Growth;
import dev.recordio.bench.harness.Outcome;
import dev.recordio.bench.harness.Paired;
import dev.recordio.bench.harness.Side;
import dev.recordio.bench.harness.Sizes;
import dev.recordio.bench.harness.Trial;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Outcomes as one JSON object: {@code {"results":[...],"growth":[...],"machine":{...}}}. What is
 * not known, or makes no sense for a comparison, is null.
 */
public final class JsonReport {
  private JsonReport() {}

  /** Returns the object. */
  public static String of(List<Outcome> outcomes, Map<String, Object> machine) {
    var report = new LinkedHashMap<String, Object>();
    report.put("results", outcomes.stream().map(JsonReport::result).toList());
    report.put("growth", Growth.of(outcomes));
    report.put("machine", machine);
    try {
      return new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .writeValueAsString(report);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e); // maps, strings and numbers can always be written
    }
  }

  private static Map<String, Object> result(Outcome outcome) {
    Trial trial = outcome.trial();
    Paired paired = outcome.paired();
    var fields = new LinkedHashMap<String, Object>();
    fields.put("suite", trial.suite());
    fields.put("case", trial.name());
    fields.put("peer", trial.peer().name());
    fields.put("recordSize", Sizes.text(trial.recordSize()));
    fields.put("ratio", paired.wall().median());
    fields.put("low", paired.wall().low());
    fields.put("high", paired.wall().high());
    fields.put("rounds", outcome.rounds());
    fields.put("cpuRatio", known(paired.cpu().median()));
    fields.put("cpuLow", known(paired.cpu().low()));
    fields.put("cpuHigh", known(paired.cpu().high()));
    side(fields, "", trial, paired.ours());
    side(fields, "peer", trial, paired.peer());
    fields.put("checkRatio", outcome.check().wall().median());
    fields.put("checkCpuRatio", known(outcome.check().cpu().median()));
    fields.put("load", outcome.load());
    fields.put("void", outcome.voidWall());
    fields.put("cpuVoid", outcome.voidCpu());
    fields.put("facts", outcome.facts());
    return fields;
  }

  private static void side(Map<String, Object> fields, String who, Trial trial, Side side) {
    double wall = side.wall().median();
    double cpu = side.cpu().median();
    var own = new LinkedHashMap<String, Object>();
    own.put("seconds", wall / 1e9);
    own.put("cpuSeconds", cpu == 0 ? null : cpu / 1e9);
    own.put("peakBytes", side.peak() == 0 ? null : side.peak());
    own.put("memory", side.memory().name().toLowerCase(Locale.ROOT));
    own.put("bytesPerSecond", trial.bytes() == 0 ? null : trial.bytes() * 1e9 / wall);
    own.put("cpuSecondsPerGB", trial.bytes() == 0 || cpu == 0 ? null : cpu / trial.bytes());
    own.put("nanosPerRecord", trial.records() == 0 ? null : wall / trial.records());
    own.forEach(
        (name, value) ->
            fields.put(
                who.isEmpty()
                    ? name
                    : who + Character.toUpperCase(name.charAt(0)) + name.substring(1),
                value));
  }

  private static Double known(double figure) {
    return Double.isNaN(figure) ? null : figure;
  }
}
