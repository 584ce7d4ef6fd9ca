// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts the labels that a census has noted ({@link CensusNote#bits}): any number of them. */
public final class LabelCensus {
  private static final class Count {
    private long records;
  }

  private final Map<Integer, Count> counts = new HashMap<>();
  private long most;

  /** Adds the label of a record. */
  public void add(long bits) {
    Count count = counts.computeIfAbsent((int) bits, label -> new Count());
    most = Math.max(most, ++count.records);
  }

  /** Returns how many records have a label. */
  public long count(long bits) {
    Count count = counts.get((int) bits);
    return count == null ? 0 : count.records;
  }

  /** Returns how many records the most frequent label has. */
  public long most() {
    return most;
  }

  /** Returns the labels in the order of numbers; NaN is the last. */
  public List<Float> sorted() {
    return counts.keySet().stream()
        .map(Float::intBitsToFloat)
        .sorted(Comparator.naturalOrder())
        .toList();
  }

  /** Returns a label as text: a whole number without a point, as label files have it. */
  public static String text(float label) {
    return label == (long) label ? Long.toString((long) label) : Float.toString(label);
  }
}
