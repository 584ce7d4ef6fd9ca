// SPDX-License-Identifier: Apache-2.0
package dev.recordio.order;

import dev.recordio.conf.InvalidSettingException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * A weight for each record: how often {@link RecordOrder#weighted} draws it, in proportion to the
 * others. Takes 8 bytes for each record. Immutable.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class Weights {
  static final String EXPECTED = "a finite number of at least 0";

  private final double[] sums; // sums[i]: of the weights 0 .. i, scaled by a power of two
  private final int last; // the last record that may be drawn

  private Weights(double[] sums, int last) {
    this.sums = sums;
    this.last = last;
  }

  /**
   * Returns weights; the array is not kept.
   *
   * @param weights finite, at least 0, and at least one above 0 unless the array is empty
   * @throws InvalidSettingException when a weight is not as described
   */
  public static Weights of(double... weights) {
    double max = 0;
    for (int i = 0; i < weights.length; i++) {
      if (!isWeight(weights[i])) {
        throw Parameter.invalid("weight " + i + ": " + weights[i], EXPECTED);
      }
      max = Math.max(max, weights[i]);
    }
    if (max == 0 && weights.length > 0) {
      throw Parameter.invalid(weights.length + " weights, all of them 0", "one above 0");
    }
    return summed(weights, -Math.getExponent(max));
  }

  /**
   * Adds up the weights with twice the digits of a double, so that many small ones count beside
   * large ones. Scaling keeps the sums away from infinity and from the least numbers.
   */
  private static Weights summed(double[] weights, int scale) {
    var sums = new double[weights.length];
    double high = 0;
    double low = 0;
    int last = -1;
    for (int i = 0; i < sums.length; i++) {
      double weight = Math.scalb(weights[i], scale);
      double sum = high + weight;
      double added = sum - high;
      low += (high - (sum - added)) + (weight - added);
      high = sum;
      double before = i == 0 ? 0 : sums[i - 1];
      sums[i] = Math.max(before, high + low);
      last = sums[i] > before ? i : last;
    }
    return new Weights(sums, last);
  }

  static boolean isWeight(double number) {
    return number >= 0 && number < Double.POSITIVE_INFINITY;
  }

  /** Returns the number of weights. */
  public int size() {
    return sums.length;
  }

  /** Returns the first record up to which the weights are more than a fraction of them all. */
  int recordAt(double fraction) {
    double sum = fraction * sums[last];
    int from = 0;
    for (int to = last; from < to; ) {
      int middle = from + to >>> 1;
      if (sums[middle] > sum) {
        to = middle;
      } else {
        from = middle + 1;
      }
    }
    return from;
  }
}
