// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts the labels that a census has noted ({@link ClassLabel#bits}): any number of them. */
public final class LabelCensus {
  private static final class Count {
    private long records;
  }

  private final Map<Integer, Count> counts = new HashMap<>();
  private long most;
  private long several;

  /** Returns the labels of all records that a census of labels has found. */
  public static LabelCensus of(Census census) throws IOException {
    var labels = new LabelCensus();
    census.forEach((number, split, offset, length, value, key) -> labels.add(value));
    return labels;
  }

  /** Adds the label of a record. */
  public void add(long bits) {
    Count count = counts.computeIfAbsent((int) bits, label -> new Count());
    most = Math.max(most, ++count.records);
    several += ClassLabel.isOfSeveral(bits) ? 1 : 0;
  }

  public long count(long bits) {
    Count count = counts.get((int) bits);
    return count == null ? 0 : count.records;
  }

  /** Returns how many records have several labels of unknown meaning; the first one counts. */
  public long several() {
    return several;
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
