// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import dev.recordio.jobs.tally.LogHistogram;
import dev.recordio.jobs.tally.ValueTally;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.function.DoubleFunction;

/** Numbers by their size, as columns. */
final class Histograms {
  private static final int MAX_TICKS = 8;

  /** Values that are smaller still, by so many powers of two, count as zeros. */
  private static final int MAX_OCTAVES = 16;

  private Histograms() {}

  /** Draws whole numbers, which {@code text} writes. */
  static Columns of(
      String title, String axis, String noun, LogHistogram numbers, DoubleFunction<String> text) {
    var chart = new Columns(title, axis + ", logarithmic");
    int first = numbers.first();
    int last = numbers.last();
    int octaves = (last - first) / LogHistogram.CLASSES_PER_OCTAVE + 1;
    int every =
        octaves <= 2
            ? 1 // powers of two alone would be one tick, or none
            : LogHistogram.CLASSES_PER_OCTAVE * ((octaves + MAX_TICKS - 1) / MAX_TICKS);
    if (last - first < 1) {
      first = Math.max(0, first - 2);
      last += 2;
    }
    for (int i = first; i >= 0 && i <= last; i++) {
      double from = LogHistogram.lowest(i);
      double to = LogHistogram.lowest(i + 1) - 1;
      if (i > 0 && to < from) {
        continue; // small numbers are fewer than their classes
      }
      if (i == 0 || (i - 1) % every == 0) {
        chart.tick(text.apply(from));
      }
      String range = to > from ? text.apply(from) + " to " + text.apply(to) : text.apply(from);
      chart.add(numbers.count(i), range + ": " + Texts.count(numbers.count(i), noun));
    }
    return chart;
  }

  /** Draws float values by sign and power of two, from the most negative to the largest. */
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
    var chart = new Columns(title, "value, in powers of two");
    int sides = (negatives ? 1 : 0) + (positives ? 1 : 0);
    int every = Math.max(1, (high - low + 1) * Math.max(1, sides) / MAX_TICKS);
    for (int i = high; negatives && i >= low; i--) {
      String range = "-" + power(i + 1) + " to -" + power(i);
      String tick = (i - low) % every == 0 ? "-" + power(i) : null;
      add(chart, tick, values.count(true, i), range, noun);
    }
    if (small > 0 || negatives && positives) {
      String range = small == values.zeros() ? "0" : "0, or nearer to it than the others";
      add(chart, "0", small, range, noun);
    }
    for (int i = low; positives && i <= high; i++) {
      String range = power(i) + " to " + power(i + 1);
      String tick = (i - low) % every == 0 ? power(i) : null;
      add(chart, tick, values.count(false, i), range, noun);
    }
    return chart;
  }

  private static void add(Columns chart, String tick, long count, String range, String noun) {
    if (tick != null) {
      chart.tickWithin(tick);
    }
    chart.add(count, range + ": " + Texts.count(count, noun));
  }

  private static String power(int exponent) {
    double power = Math.scalb(1.0, exponent);
    if (power >= 1 && power < 1e18) {
      return Texts.compact(power);
    }
    return power < 1 && power > 1e-4
        ? new BigDecimal(power).round(new MathContext(2)).toPlainString()
        : Texts.say("%.0e", power);
  }
}
