// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import dev.recordio.jobs.report.chart.Bars;
import dev.recordio.jobs.report.chart.Chart;
import dev.recordio.jobs.report.chart.Markup;
import dev.recordio.jobs.report.chart.Texts;
import dev.recordio.jobs.report.tally.FrequencySketch;
import dev.recordio.jobs.report.tally.LogHistogram;
import dev.recordio.jobs.report.tally.RowTally;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** The section of features: which are frequent, and how many are rare. */
final class FeatureSection {
  private static final int TOP = 20;

  private final RowTally tally;
  private final FrequencySketch features;
  private final int base;

  /**
   * Creates the section.
   *
   * @param base what was subtracted from the indices as they were read
   */
  FeatureSection(RowTally tally, int base) {
    this.tally = tally;
    this.base = base;
    features = tally.features();
  }

  private String index(long index) {
    return new BigInteger(Long.toUnsignedString(index)).add(BigInteger.valueOf(base)).toString();
  }

  /** Writes the section. */
  void write(Page page) {
    Markup to = page.section("Features");
    to.element("p", sentence());
    var charts = new ArrayList<Chart>();
    charts.add(top());
    if (features.isExact()) {
      charts.add(tail());
    }
    charts.add(
        HistogramChart.of(
            "Entries by feature index",
            "",
            "index",
            "entry",
            tally.indices(),
            number -> Texts.compact(number + base)));
    Page.charts(to, charts);
  }

  private String sentence() {
    if (features.total() == 0) {
      return "There are no entries.";
    }
    if (!features.isExact()) {
      return "There are more than "
          + Texts.count(RowTally.MAX_FEATURES)
          + " different features, so their counts are estimates: each may be too low by up to "
          + Texts.count(features.error())
          + ".";
    }
    long rare = features.entries().stream().filter(entry -> entry.count() == 1).count();
    return Texts.count(features.size(), "feature")
        + (features.size() == 1 ? " occurs" : " occur")
        + " in the rows; "
        + Texts.count(rare)
        + (rare == 1 ? " of them has" : " of them have")
        + " one entry only.";
  }

  private Chart top() {
    List<FrequencySketch.Entry> top = features.top(TOP);
    var chart =
        new Bars(top.size() < TOP ? "Features" : "The " + TOP + " most frequent features", "");
    for (FrequencySketch.Entry feature : top) {
      String count = Texts.count(feature.count());
      chart.add(
          index(feature.key()),
          feature.count(),
          count,
          "feature " + index(feature.key()) + ": " + Texts.count(feature.count(), "entry"));
    }
    return chart;
  }

  private Chart tail() {
    var frequencies = new LogHistogram();
    features.entries().forEach(feature -> frequencies.add(feature.count()));
    return HistogramChart.of(
        "Features by frequency",
        "The tail is at the left: features with few entries.",
        "entries of a feature",
        "feature",
        frequencies,
        Texts::compact);
  }
}
