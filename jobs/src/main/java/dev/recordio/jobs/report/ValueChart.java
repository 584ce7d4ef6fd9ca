// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import dev.recordio.jobs.report.chart.Columns;
import dev.recordio.jobs.report.chart.Texts;
import dev.recordio.jobs.report.tally.ValueTally;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Float values by sign and power of two, from the most negative to the largest, as columns. */
final class ValueChart {
  private static final int MAX_TICKS = 8;

  /** Values that are smaller still, by so many powers of two, count as zeros. */
  private static final int MAX_OCTAVES = 16;

  private ValueChart() {}

  /**
   * Draws them.
   *
   * @param noun what has the values
   */
  static Columns of(String title, String noun, ValueTally values) {
    int low = Integer.MAX_VALUE;
    int high = Integer.MIN_VALUE;
    boolean negatives = false;
    boolean positives = false;
    for (int i = Float.MIN_EXPONENT; i <= Float.MAX_EXPONENT; i++) {
      boolean negative = values.count(true, i) > 0;
      boolean positive = values.count(false, i) > 0;
      negatives |= negative;
      positives |= positive;
      if (negative || positive) {
        low = Math.min(low, i);
        high = Math.max(high, i);
      }
    }
    long small = values.zeros();
    for (; high - low >= MAX_OCTAVES; low++) {
      small += values.count(true, low) + values.count(false, low);
    }
    var chart = new Columns(title, "", "value, in powers of two");
    int sides = (negatives ? 1 : 0) + (positives ? 1 : 0);
    int every = Math.max(1, (high - low + 1) * Math.max(1, sides) / MAX_TICKS);
    for (int i = high; negatives && i >= low; i--) {
      String range = "-" + number(i + 1) + " to -" + number(i);
      add(chart, (i - low) % every == 0, "-" + number(i), values.count(true, i), range, noun);
    }
    if (small > 0 || negatives && positives) {
      String range = small == values.zeros() ? "0" : "0, or nearer to it than the others";
      add(chart, true, "0", small, range, noun);
    }
    for (int i = low; positives && i <= high; i++) {
      String range = number(i) + " to " + number(i + 1);
      add(chart, (i - low) % every == 0, number(i), values.count(false, i), range, noun);
    }
    return chart;
  }

  private static void add(
      Columns chart, boolean ticked, String tick, long count, String range, String noun) {
    if (ticked) {
      chart.tickWithin(tick);
    }
    chart.add(count, range + ": " + Texts.count(count, noun));
  }

  private static String number(int exponent) {
    double power = Math.scalb(1.0, exponent);
    if (power >= 1 && power < 1e18) {
      return Texts.compact(power);
    }
    return power < 1 && power > 1e-4
        ? new BigDecimal(power).round(new MathContext(2)).toPlainString()
        : String.format(Locale.ROOT, "%.0e", power);
  }
}
