// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.recordio.sparse.CsrBlock;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.io.Writable;

/**
 * The smallest and the largest label, and how often each occurs, as long as there are at most 1000.
 * In JSON: {@code {"min": 0.0, "max": 1.0, "counts": {"0": 17, "1": 4}}}, the counts in the order
 * of labels; null where there is no number, or there are too many labels.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class LabelCounts implements Writable {
  /** The maximum number of different labels that are counted. */
  public static final int MOST = 1000;

  private static final int SLOTS = 1 << 12;

  private final int[] keys = new int[SLOTS]; // bits of the label; unused where the count is 0
  private final long[] counts = new long[SLOTS];
  private int distinct;
  private float min = Float.POSITIVE_INFINITY;
  private float max = Float.NEGATIVE_INFINITY;

  /** Makes counts without labels. */
  public LabelCounts() {}

  @JsonCreator
  static LabelCounts of(
      @JsonProperty("min") Float min,
      @JsonProperty("max") Float max,
      @JsonProperty("counts") Map<String, Long> counts) {
    var labels = new LabelCounts();
    if (min != null) {
      labels.range(min, max);
    }
    if (counts == null) {
      labels.distinct = MOST + 1;
    } else {
      counts.forEach((label, count) -> labels.add(Float.parseFloat(label), count));
    }
    return labels;
  }

  @InterfaceAudience.Private
  @Override
  public void write(DataOutput out) throws IOException {
    out.writeFloat(min);
    out.writeFloat(max);
    out.writeInt(distinct);
    for (int slot = 0; slot < SLOTS; slot++) {
      if (counts[slot] > 0) {
        out.writeInt(slot);
        out.writeInt(keys[slot]);
        out.writeLong(counts[slot]);
      }
    }
    out.writeInt(SLOTS);
  }

  @InterfaceAudience.Private
  @Override
  public void readFields(DataInput in) throws IOException {
    min = in.readFloat();
    max = in.readFloat();
    distinct = in.readInt();
    for (int slot = in.readInt(); slot < SLOTS; slot = in.readInt()) {
      keys[slot] = in.readInt();
      counts[slot] = in.readLong();
    }
  }

  /** Adds the labels of rows {@code begin .. end}. */
  public void add(CsrBlock block, int begin, int end) {
    float[] labels = block.labels();
    for (int r = begin; r < end; r++) {
      add(labels[r], 1);
    }
  }

  /** Adds all labels of another part of the input. */
  public void add(LabelCounts other) {
    range(other.min, other.max);
    if (other.distinct > MOST) {
      distinct = other.distinct;
    }
    for (int slot = 0; slot < SLOTS; slot++) {
      if (other.counts[slot] > 0) {
        add(Float.intBitsToFloat(other.keys[slot]), other.counts[slot]);
      }
    }
  }

  private void range(float low, float high) {
    min = low < min ? low : min;
    max = high > max ? high : max;
  }

  private void add(float label, long count) {
    range(label, label);
    if (distinct > MOST) {
      return;
    }
    int key = Float.floatToIntBits(label == 0 ? 0f : label); // -0 is 0
    int slot = (key * 0x9E3779B9) >>> 20;
    while (counts[slot] > 0 && keys[slot] != key) {
      slot = (slot + 1) & (SLOTS - 1);
    }
    if (counts[slot] == 0) {
      distinct++;
      keys[slot] = key;
    }
    counts[slot] += count;
  }

  /** Returns the smallest label, null when there is none. */
  @JsonProperty("min")
  public Float min() {
    return min > max ? null : Float.valueOf(min);
  }

  /** Returns the largest label, null when there is none. */
  @JsonProperty("max")
  public Float max() {
    return min > max ? null : Float.valueOf(max);
  }

  /** Returns the rows of each label, in the order of labels; null when there are too many. */
  @JsonProperty("counts")
  public Map<String, Long> counts() {
    if (distinct > MOST) {
      return null;
    }
    var sorted = new TreeMap<Float, Long>();
    for (int slot = 0; slot < SLOTS; slot++) {
      if (counts[slot] > 0) {
        sorted.put(Float.intBitsToFloat(keys[slot]), counts[slot]);
      }
    }
    var named = new LinkedHashMap<String, Long>();
    sorted.forEach((label, count) -> named.put(text(label), count));
    return named;
  }

  private static String text(float label) {
    return label == (int) label ? Integer.toString((int) label) : Float.toString(label);
  }
}
