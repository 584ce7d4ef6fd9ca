// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.recordio.jobs.tally.FrequencySketch;
import dev.recordio.sparse.CsrBlock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * The smallest and the largest label, and how often each occurs, as long as there are at most 1000.
 * In JSON: {@code {"min": 0.0, "max": 1.0, "counts": {"0": 17, "1": 4}}}, the counts in the order
 * of labels; null where there is no number, or there are too many labels.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class LabelCounts {
  /** The maximum number of different labels that are counted. */
  public static final int MOST = 1000;

  private FrequencySketch labels = new FrequencySketch(MOST);
  private boolean tooMany;
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
      labels.tooMany = true;
    } else {
      counts.forEach((label, count) -> labels.add(Float.parseFloat(label), count));
    }
    return labels;
  }

  /** Adds the labels of rows {@code begin .. end}: all of them where a row has several. */
  public void add(CsrBlock block, int begin, int end) {
    CsrBlock sets = block.labelSets();
    if (sets != null) {
      for (int i = sets.offset(begin); i < sets.offset(end); i++) {
        add(sets.index(i), 1);
      }
      return;
    }
    float[] all = block.labels();
    for (int r = begin; r < end; r++) {
      add(all[r], 1);
    }
  }

  /** Adds all labels of another part of the input. */
  public void add(LabelCounts other) {
    range(other.min, other.max);
    tooMany |= other.tooMany;
    if (!tooMany) {
      labels.add(other.labels);
      tooMany = !labels.isExact();
    }
  }

  private void range(float low, float high) {
    min = low < min ? low : min;
    max = high > max ? high : max;
  }

  private void add(float label, long count) {
    range(label, label);
    if (!tooMany) {
      labels.add(FrequencySketch.key(label), count);
      tooMany = !labels.isExact();
    }
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
    if (tooMany) {
      return null;
    }
    var sorted = new TreeMap<Float, Long>();
    labels.entries().forEach(label -> sorted.put(label.number(), label.count()));
    var named = new LinkedHashMap<String, Long>();
    sorted.forEach((label, count) -> named.put(text(label), count));
    return named;
  }

  private static String text(float label) {
    return label == (int) label ? Integer.toString((int) label) : Float.toString(label);
  }
}
