// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.recordio.conf.Notes;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.jobs.report.HealthSection.Verdict;
import dev.recordio.jobs.report.chart.Bars;
import dev.recordio.jobs.report.chart.Chart;
import dev.recordio.jobs.report.chart.Markup;
import dev.recordio.jobs.report.chart.Texts;
import dev.recordio.jobs.report.tally.FrequencySketch;
import dev.recordio.jobs.report.tally.LogHistogram;
import dev.recordio.jobs.report.tally.RowTally;
import dev.recordio.jobs.report.tally.RunTally;
import dev.recordio.jobs.report.tally.SliceTally;
import dev.recordio.jobs.rows.LabelNames;
import dev.recordio.jobs.rows.RowStats;
import dev.recordio.jobs.rows.SegmentTable;
import dev.recordio.jobs.rows.stats.IndexBaseChoice;
import dev.recordio.jobs.rows.stats.RowsCommand;
import dev.recordio.jobs.rows.stats.StatsJob;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;

/** A report on sparse rows: they are counted as {@code stats} counts them. */
final class RowReport implements Report {
  private static final int TOP_FEATURES = 20;
  private static final int MANY_LABELS = 50;

  private final TextSettings settings;
  private final SegmentTable segments;
  private final RowTally all = new RowTally();
  private final RunTally groups = new RunTally();
  private final RowStats stats;
  private final IndexBaseChoice base;
  private final LabelOrder order;
  private final LabelSection labels;
  private final SplitSection splits;
  private final HealthSection health = new HealthSection();

  private RowReport(Configuration conf, SegmentTable segments, StatsJob job, LabelOrder order)
      throws IOException {
    this.segments = segments;
    this.order = order;
    settings = TextSettings.of(conf);
    var runs = new TreeMap<Integer, RunTally>();
    stats =
        job.result(
            (segment, result) -> {
              var tally = new RowTally();
              tally.readFields(result);
              all.add(tally);
              tally.slices().forEach((path, slice) -> order.add(path, segment, slice));
              runs.put(segment, tally.groups());
            });
    runs.values().forEach(groups::append);
    base = IndexBaseChoice.of(settings, stats);
    labels = new LabelSection(order, "row", null, LabelNames.NONE);
    splits = SplitSection.ofRows(conf, segments.files(), RowInputs.splittable(conf, settings));
    check();
    job.faults().forEach(one -> health.problem(one.path(), one.offset(), one.reason()));
    health.further(stats.malformed() - job.faults().size());
    job.notes().forEach(Notes::say);
  }

  /** Counts the rows of an input. */
  static RowReport of(Configuration conf, SegmentTable segments, JobRun runner) throws Exception {
    try (var job = new StatsJob(conf, segments)) {
      var order = new LabelOrder(segments.files());
      job.visit(RowTally.class);
      SliceTally.setSliceBytes(job.job().getConfiguration(), order.sliceBytes());
      runner.run(job.job());
      return new RowReport(conf, segments, job, order);
    }
  }

  /** Returns the number of rows. */
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
        Verdict.badIf(stats.malformed() > 0),
        "Malformed text",
        stats.malformed() == 0
            ? "none: every line follows the rules of " + settings.format()
            : Texts.count(stats.malformed(), "broken rule")
                + ": "
                + RowsCommand.inOneLine(stats.faults())
                + leftOut);
    if (!stats.notes().isEmpty()) {
      health.check(Verdict.NOTE, "Notes", RowsCommand.inOneLine(stats.notes()));
    }
    if (stats.conflict() != null) {
      health.bad("Rows differ", stats.conflict());
    }
    boolean isGuess = base.guess() == base.base();
    String other = "; the text suggests " + base.guess() + ": " + base.reason();
    health.check(
        isGuess ? Verdict.GOOD : Verdict.NOTE,
        "Index base",
        base.base() + ", " + base.how() + (isGuess ? "" : other));
    long notFinite = all.values().notFinite();
    if (notFinite > 0) {
      health.bad("Values", Texts.count(notFinite) + " infinite or not a number");
    }
  }

  @Override
  public void write(Page page) throws IOException {
    String columns = Texts.say("%,d", stats.columns(base.base()));
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
    labels.writeScore(page);
    page.figure("health", health.text());
    writeRows(page);
    writeFeatures(page);
    boolean isMany = order.labels().size() > MANY_LABELS;
    Chart bySize = Histograms.of("Labels by size", "row", all.labels());
    labels.writeLabels(page, isMany ? List.of(bySize) : List.of());
    labels.writeOrder(page);
    splits.write(page);
    health.order(labels.score(), "shuf mixes the lines of a text file").write(page);
  }

  private void writeRows(Page page) {
    Markup to = page.section("Rows");
    to.element("p", rowsInWords());
    var charts = new ArrayList<Chart>();
    charts.add(
        Histograms.of("Entries per row", "entries of a row", "row", all.entries(), Texts::compact));
    charts.add(Histograms.of("Values", "entry", all.values()));
    if (stats.groupedRows() > 0) {
      charts.add(
          Histograms.of(
              "Query group sizes", "rows of a group", "group", groups.lengths(), Texts::compact));
    }
    Page.charts(to, charts);
  }

  private String rowsInWords() {
    double mean = stats.rows() == 0 ? 0 : (double) stats.nnz() / stats.rows();
    var text = new StringBuilder();
    text.append(
        Texts.say(
            "A row has %s %s on average. %s; %s.",
            Texts.compact(mean),
            mean == 1 ? "entry" : "entries",
            all.values().hasRange()
                ? "Values are from " + all.values().range()
                : "There are no values",
            all.labels().hasRange() ? "labels from " + all.labels().range() : "no labels either"));
    if (stats.weightedRows() > 0) {
      text.append(" " + Texts.having(stats.weightedRows(), "row") + " a weight.");
    }
    if (stats.groupedRows() > 0) {
      String rows = Texts.having(stats.groupedRows(), "row");
      text.append(" " + rows + " a query id, in " + Texts.count(stats.groups(), "group") + ".");
    }
    if (stats.bareEntries() > 0) {
      text.append(" " + Texts.having(stats.bareEntries(), "entry") + " no value, which is then 1.");
    }
    return text.toString();
  }

  /** Writes the section of features: which are frequent, and how many are rare. */
  private void writeFeatures(Page page) {
    Markup to = page.section("Features");
    FrequencySketch features = all.features();
    to.element("p", featuresInWords(features));
    boolean hasIndices = base.how().contains("auto") || base.base() == base.guess();
    int first = settings.base().first() == 1 && hasIndices ? 1 : 0; // subtracted as they were read
    List<FrequencySketch.Entry> top = features.top(TOP_FEATURES);
    var bars =
        new Bars(
            top.size() < TOP_FEATURES
                ? "Features"
                : "The " + TOP_FEATURES + " most frequent features",
            "");
    for (FrequencySketch.Entry feature : top) {
      var number = new BigInteger(Long.toUnsignedString(feature.key()));
      String index = number.add(BigInteger.valueOf(first)).toString();
      String tip = "feature " + index + ": " + Texts.count(feature.count(), "entry");
      bars.add(index, feature.count(), Texts.count(feature.count()), tip);
    }
    var charts = new ArrayList<Chart>();
    charts.add(bars);
    if (features.isExact()) {
      var frequencies = new LogHistogram();
      features.entries().forEach(feature -> frequencies.add(feature.count()));
      charts.add(
          Histograms.of(
              "Features by frequency",
              "The tail is at the left: features with few entries.",
              "entries of a feature",
              "feature",
              frequencies,
              Texts::compact));
    }
    charts.add(
        Histograms.of(
            "Entries by feature index",
            "index",
            "entry",
            all.indices(),
            number -> Texts.compact(number + first)));
    Page.charts(to, charts);
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
  public void toJson(ObjectNode root) {
    root.put("kind", "rows")
        .put("format", settings.format())
        .put("files", segments.files().size())
        .put("bytes", segments.bytes())
        .put("rows", stats.rows())
        .put("nnz", stats.nnz())
        .put("columns", stats.columns(base.base()))
        .put("indexBase", base.base())
        .put("indexBaseGuess", base.guess())
        .put("groups", stats.groups())
        .put("malformed", stats.malformed());
    labels.toJson(root);
    root.put("splits", splits.count());
  }
}
