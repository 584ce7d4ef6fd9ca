// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import dev.recordio.jobs.report.chart.Columns;
import dev.recordio.jobs.report.chart.Texts;
import dev.recordio.jobs.report.tally.LogHistogram;
import java.util.function.DoubleFunction;

/** A {@link LogHistogram} as columns. */
final class HistogramChart {
  private static final int MAX_TICKS = 8;

  private HistogramChart() {}

  /**
   * Draws a histogram.
   *
   * @param axis what the numbers are
   * @param noun what is counted
   * @param text of a number
   */
  static Columns of(
      String title,
      String summary,
      String axis,
      String noun,
      LogHistogram numbers,
      DoubleFunction<String> text) {
    var chart = new Columns(title, summary, axis + ", logarithmic");
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
}
