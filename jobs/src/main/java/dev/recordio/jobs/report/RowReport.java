// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import dev.recordio.conf.Notes;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.jobs.rows.LabelNames;
import dev.recordio.jobs.rows.RowStats;
import dev.recordio.jobs.rows.SegmentTable;
import dev.recordio.jobs.rows.stats.IndexBaseChoice;
import dev.recordio.jobs.rows.stats.RowsCommand;
import dev.recordio.jobs.rows.stats.StatsJob;
import dev.recordio.jobs.tally.FrequencySketch;
import dev.recordio.jobs.tally.LogHistogram;
import dev.recordio.jobs.tally.RunTally;
import java.io.IOException;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;

/** A report on sparse rows: they are counted as {@code stats} counts them. */
final class RowReport implements Report {
  private static final int TOP_FEATURES = 20;
  private static final int MANY_LABELS = 50;

  private final TextSettings settings;
  private final SegmentTable segments;
  private final RowTally all = new RowTally();
  private final RowStats stats;
  private final IndexBaseChoice base;
  private final String columns;
  private final Labels labels;
  private final Health health = new Health();

  private RowReport(Configuration conf, SegmentTable segments, StatsJob job) throws IOException {
    this.segments = segments;
    settings = TextSettings.of(conf);
    var orders = new TreeMap<Integer, RunTally>();
    var groups = new TreeMap<Integer, RunTally>();
    stats =
        job.result(
            (segment, result) -> {
              var tally = new RowTally();
              tally.readFields(result);
              all.add(tally);
              orders.put(segment, tally.order);
              groups.put(segment, tally.groups);
            });
    orders.values().forEach(all.order::append);
    groups.values().forEach(all.groups::append);
    base = IndexBaseChoice.of(settings, stats);
    columns = Texts.say("%,d", stats.columns(base.base()));
    labels = new Labels(all.labels, all.order, "row", LabelNames.NONE);
    check();
    job.faults().forEach(one -> health.problem(one.path(), one.offset(), one.reason()));
    health.further(stats.malformed() - job.faults().size());
    job.notes().forEach(Notes::say);
  }

  /** Counts the rows of an input. */
  static RowReport of(Configuration conf, SegmentTable segments, JobRun runner) throws Exception {
    try (var job = new StatsJob(conf, segments)) {
      job.visit(RowTally.class);
      runner.run(job.job());
      return new RowReport(conf, segments, job);
    }
  }

  long rows() {
    return stats.rows();
  }

  /** Returns how many lines were left out, as they have no label. */
  long leftOut() {
    return stats.leftOut();
  }

  private void check() {
    String leftOut =
        stats.leftOut() > 0 ? "; " + Texts.count(stats.leftOut(), "line") + " left out" : "";
    health.check(
        stats.malformed() > 0,
        "Malformed text",
        stats.malformed() == 0
            ? "none: every line follows the rules of " + settings.format()
            : Texts.count(stats.malformed(), "broken rule")
                + ": "
                + RowsCommand.inOneLine(stats.faults())
                + leftOut);
    if (!stats.notes().isEmpty()) {
      health.note("Notes", RowsCommand.inOneLine(stats.notes()));
    }
    if (stats.conflict() != null) {
      health.bad("Rows differ", stats.conflict());
    }
    String taken = base.base() + ", " + base.how();
    if (base.guess() == base.base()) {
      health.check(false, "Index base", taken);
    } else {
      String other = "; the text suggests " + base.guess() + ": " + base.reason();
      health.note("Index base", taken + other);
    }
    long notFinite = all.values.notFinite();
    if (notFinite > 0) {
      health.bad("Values", Texts.count(notFinite) + " infinite or not a number");
    }
  }

  @Override
  public void write(Page page) {
    page.sentence(
        "%s with %s in %s columns, %s in %s.",
        Texts.count(stats.rows(), "row"),
        Texts.count(stats.nnz(), "value"),
        columns,
        settings.format(),
        Texts.count(segments.files().size(), "file"));
    page.figure("rows", Texts.count(stats.rows()))
        .figure("values", Texts.count(stats.nnz()))
        .figure("columns", columns)
        .figure("bytes", Texts.bytes(segments.bytes()))
        .figure("labels", labels.distinct());
    if (stats.groupedRows() > 0) {
      page.figure("query groups", Texts.count(stats.groups()));
    }
    labels.writeScore(page, health, "shuf mixes the lines of a text file");
    page.figure("health", health.text());
    writeRows(page.section("Rows"));
    writeFeatures(page.section("Features"), all.features);
    Page.Section section = labels.writeLabels(page, null);
    if (labels.size() > MANY_LABELS) {
      section.chart(Histograms.of("Labels by size", "row", all.labelValues));
    }
    labels.writeOrder(page);
    health.write(page);
  }

  private void writeRows(Page.Section section) {
    section.say(rowsInWords());
    section.chart(
        Histograms.of("Entries per row", "entries of a row", "row", all.entries, Texts::compact));
    section.chart(Histograms.of("Values", "entry", all.values));
    if (stats.groupedRows() > 0) {
      section.chart(
          Histograms.of(
              "Query group sizes",
              "rows of a group",
              "group",
              all.groups.lengths(),
              Texts::compact));
    }
  }

  private String rowsInWords() {
    double mean = stats.rows() == 0 ? 0 : (double) stats.nnz() / stats.rows();
    String text =
        Texts.say(
            "A row has %s %s on average. %s; %s.",
            Texts.compact(mean),
            mean == 1 ? "entry" : "entries",
            all.values.hasRange() ? "Values are from " + all.values.range() : "There are no values",
            all.labelValues.hasRange()
                ? "labels from " + all.labelValues.range()
                : "no labels either");
    if (stats.weightedRows() > 0) {
      text += " " + Texts.having(stats.weightedRows(), "row") + " a weight.";
    }
    if (stats.groupedRows() > 0) {
      String rows = Texts.having(stats.groupedRows(), "row");
      text += " " + rows + " a query id, in " + Texts.count(stats.groups(), "group") + ".";
    }
    return stats.bareEntries() == 0
        ? text
        : text + " " + Texts.having(stats.bareEntries(), "entry") + " no value, which is then 1.";
  }

  /** Writes the section of features: which are frequent, and how many are rare. */
  private void writeFeatures(Page.Section section, FrequencySketch features) {
    boolean hasIndices = base.how().contains("auto") || base.base() == base.guess();
    int first = settings.base().first() == 1 && hasIndices ? 1 : 0; // subtracted as they were read
    List<FrequencySketch.Entry> top = features.top(TOP_FEATURES);
    boolean isAll = top.size() < TOP_FEATURES;
    var bars = new Bars(isAll ? "Features" : "The " + TOP_FEATURES + " most frequent features");
    for (FrequencySketch.Entry feature : top) {
      var number = new BigInteger(Long.toUnsignedString(feature.key()));
      String index = number.add(BigInteger.valueOf(first)).toString();
      String tip = "feature " + index + ": " + Texts.count(feature.count(), "entry");
      bars.add(index, feature.count(), Texts.count(feature.count()), tip);
    }
    section.say(featuresInWords(features)).chart(bars);
    if (features.isExact()) {
      var frequencies = new LogHistogram();
      features.entries().forEach(feature -> frequencies.add(feature.count()));
      section.chart(
          Histograms.of(
              "Features by frequency",
              "entries of a feature",
              "feature",
              frequencies,
              Texts::compact));
    }
    section.chart(
        Histograms.of(
            "Entries by feature index",
            "index",
            "entry",
            all.indices,
            number -> Texts.compact(number + first)));
  }

  private static String featuresInWords(FrequencySketch features) {
    if (features.total() == 0) {
      return "There are no entries.";
    }
    if (!features.isExact()) {
      return Texts.say(
          "There are more than %,d different features, so their counts are estimates: each may be"
              + " too low by up to %,d.",
          RowTally.MAX_FEATURES, features.error());
    }
    long rare = features.entries().stream().filter(entry -> entry.count() == 1).count();
    return Texts.say(
        "%s %s in the rows; %,d of them %s one entry only.",
        Texts.count(features.size(), "feature"),
        Texts.of(features.size(), "occurs", "occur"),
        rare,
        Texts.of(rare, "has", "have"));
  }

  @Override
  public Map<String, Object> figures() {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("kind", "rows");
    figures.put("format", settings.format());
    figures.put("files", segments.files().size());
    figures.put("bytes", segments.bytes());
    figures.put("rows", stats.rows());
    figures.put("nnz", stats.nnz());
    figures.put("columns", stats.columns(base.base()));
    figures.put("indexBase", base.base());
    figures.put("indexBaseGuess", base.guess());
    figures.put("groups", stats.groups());
    figures.put("malformed", stats.malformed());
    labels.addTo(figures);
    return figures;
  }
}
