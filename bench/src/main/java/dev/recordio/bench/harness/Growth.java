// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.harness;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * How the cost of one record grows with the number of records.
 *
 * @param name the suite and its comparison
 * @param counts the numbers of records, ascending
 * @param nanos wall-clock nanoseconds per record, for each number
 */
public record Growth(String name, List<Long> counts, List<Double> nanos) {
  /** The fact that distinguishes outcomes of the same case with different numbers of records. */
  public static final String COUNT = "records";

  /** Returns the growth of every case measured for more than one number of records. */
  public static List<Growth> of(List<Outcome> outcomes) {
    var cases = new LinkedHashMap<String, List<Outcome>>();
    for (Outcome outcome : outcomes) {
      if (outcome.facts().get(COUNT) instanceof Long) {
        String name = outcome.trial().suite() + ", " + outcome.trial().ours().name();
        List<Outcome> same = cases.computeIfAbsent(name, key -> new ArrayList<>());
        if (same.stream().noneMatch(other -> count(other) == count(outcome))) {
          same.add(outcome);
        }
      }
    }
    return cases.entrySet().stream()
        .filter(entry -> entry.getValue().size() > 1)
        .map(entry -> of(entry.getKey(), entry.getValue()))
        .toList();
  }

  private static Growth of(String name, List<Outcome> outcomes) {
    return new Growth(
        name,
        outcomes.stream().map(Growth::count).toList(),
        outcomes.stream()
            .map(outcome -> outcome.paired().ours().wall().median() / outcome.trial().records())
            .toList());
  }

  private static long count(Outcome outcome) {
    return (Long) outcome.facts().get(COUNT);
  }

  /** Returns the ratio of the last cost to the first. */
  @JsonProperty
  public double factor() {
    return nanos.get(nanos.size() - 1) / nanos.get(0);
  }

  /** Returns a line of text for users. */
  public String line() {
    String costs =
        nanos.stream()
            .map(cost -> String.format(Locale.ROOT, "%.0f ns", cost))
            .collect(Collectors.joining(", "));
    return name
        + ": "
        + costs
        + " a record for "
        + counts.stream().map(Object::toString).collect(Collectors.joining(", "))
        + String.format(Locale.ROOT, " records: x%.2f", factor());
  }
}
