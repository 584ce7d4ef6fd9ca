// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.recordio.conf.Notes;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.jobs.report.HealthSection.Verdict;
import dev.recordio.jobs.report.chart.Chart;
import dev.recordio.jobs.report.chart.Columns;
import dev.recordio.jobs.report.chart.Markup;
import dev.recordio.jobs.report.chart.Texts;
import dev.recordio.jobs.report.tally.FrequencySketch;
import dev.recordio.jobs.report.tally.LogHistogram;
import dev.recordio.jobs.report.tally.RowTally;
import dev.recordio.jobs.report.tally.RunTally;
import dev.recordio.jobs.report.tally.SliceTally;
import dev.recordio.jobs.rows.LabelNames;
import dev.recordio.jobs.rows.RowFault;
import dev.recordio.jobs.rows.SegmentTable;
import dev.recordio.jobs.rows.stats.IndexBaseChoice;
import dev.recordio.jobs.rows.stats.InputStats;
import dev.recordio.jobs.rows.stats.StatsJob;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;

/** A report on sparse rows: they are counted as {@code stats} counts them. */
final class RowReport implements Report {
  private static final int TOP_LABELS = 50;

  private final TextSettings settings;
  private final SegmentTable segments;
  private final LabelOrder order;
  private final RowTally all = new RowTally();
  private final InputStats stats;
  private final IndexBaseChoice base;
  private final LogHistogram groups;
  private final LabelSection labels;
  private final FeatureSection features;
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
    var joined = new RunTally();
    runs.values().forEach(joined::append);
    groups = joined.lengths();
    base = IndexBaseChoice.of(settings, stats);
    labels = new LabelSection(order, "row", null, LabelNames.NONE);
    features = new FeatureSection(all, readingBase());
    splits = SplitSection.ofRows(conf, segments.files(), RowInputs.splittable(conf, settings));
    check();
    addProblems(job.faults());
    job.notes().forEach(Notes::say);
  }

  private void addProblems(List<RowFault> faults) {
    faults.forEach(one -> health.problem(one.path() + " at offset " + one.offset(), one.reason()));
    health.further(stats.malformed() - faults.size());
  }

  /**
   * Counts the rows of an input.
   *
   * @param segments the input
   * @param runner runs the job
   */
  static RowReport of(Configuration conf, SegmentTable segments, JobRun runner) throws Exception {
    try (var job = new StatsJob(conf, segments)) {
      var order = new LabelOrder(segments.files());
      job.visit(RowTally.class);
      SliceTally.setSliceBytes(job.job().getConfiguration(), order.sliceBytes());
      runner.run(job.job());
      return new RowReport(conf, segments, job, order);
    }
  }

  /** Returns what was subtracted from the indices as they were read. */
  private int readingBase() {
    boolean hasIndices = base.how().contains("auto") || base.base() == base.guess();
    return settings.base().first() == 1 && hasIndices ? 1 : 0;
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
    health.check(
        stats.malformed() > 0 ? Verdict.BAD : Verdict.GOOD,
        "Malformed text",
        stats.malformed() == 0
            ? "none: every line follows the rules of " + settings.format()
            : Texts.count(stats.malformed(), "broken rule")
                + ": "
                + counts(stats.faults())
                + (stats.leftOut() > 0
                    ? "; " + Texts.count(stats.leftOut(), "line") + " left out"
                    : ""));
    if (!stats.notes().isEmpty()) {
      health.check(Verdict.NOTE, "Notes", counts(stats.notes()));
    }
    if (stats.conflict() != null) {
      health.check(Verdict.BAD, "Rows differ", stats.conflict());
    }
    health.check(
        base.guess() == base.base() ? Verdict.GOOD : Verdict.NOTE,
        "Index base",
        base.base()
            + ", "
            + base.how()
            + (base.guess() == base.base()
                ? ""
                : "; the text suggests " + base.guess() + ": " + base.reason()));
    long notFinite = all.values().notFinite();
    if (notFinite > 0) {
      health.check(Verdict.BAD, "Values", Texts.count(notFinite) + " infinite or not a number");
    }
  }

  private static String counts(Map<String, Long> byRule) {
    var texts = new ArrayList<String>();
    byRule.forEach((rule, count) -> texts.add(rule + " " + Texts.count(count)));
    return String.join(", ", texts);
  }

  private String columns() {
    return String.format(Locale.ROOT, "%,d", stats.columns(base.base()));
  }

  @Override
  public void write(Page page) throws IOException {
    page.sentence(
        stats.rows()
            + (stats.rows() == 1 ? " row with " : " rows with ")
            + stats.nnz()
            + (stats.nnz() == 1 ? " value" : " values")
            + " in "
            + columns()
            + " columns, "
            + settings.format()
            + " in "
            + Texts.count(segments.files().size(), "file")
            + ".");
    page.figure("rows", Texts.count(stats.rows()))
        .figure("values", Texts.count(stats.nnz()))
        .figure("columns", columns())
        .figure("bytes", Texts.bytes(segments.bytes()))
        .figure("labels", labels.distinct());
    if (stats.groupedRows() > 0) {
      page.figure("query groups", Texts.count(stats.groups()));
    }
    if (labels.score() != null) {
      page.figure("shuffle score", labels.score().text());
    }
    page.figure("health", health.text());
    writeRows(page);
    features.write(page);
    labels.writeLabels(
        page,
        order.labels().size() > TOP_LABELS
            ? List.of(ValueChart.of("Labels by size", "row", all.labels()))
            : List.of());
    labels.writeOrder(page);
    splits.write(page);
    health.order(labels.score(), "shuf mixes the lines of a text file").write(page);
  }

  private void writeRows(Page page) {
    Markup to = page.section("Rows");
    to.element("p", rowsSentence());
    var charts = new ArrayList<Chart>();
    charts.add(
        HistogramChart.of(
            "Entries per row", "", "entries of a row", "row", all.entries(), Texts::compact));
    charts.add(ValueChart.of("Values", "entry", all.values()));
    if (stats.groupedRows() > 0) {
      Columns sizes =
          HistogramChart.of(
              "Query group sizes", "", "rows of a group", "group", groups, Texts::compact);
      charts.add(sizes);
    }
    Page.charts(to, charts);
  }

  private String rowsSentence() {
    double mean = stats.rows() == 0 ? 0 : (double) stats.nnz() / stats.rows();
    String text =
        "A row has " + Texts.compact(mean) + (mean == 1 ? " entry" : " entries") + " on average. ";
    text +=
        all.values().hasRange()
            ? "Values are from " + all.values().min() + " to " + all.values().max() + "; "
            : "There are no values; ";
    text +=
        all.labels().hasRange()
            ? "labels from " + all.labels().min() + " to " + all.labels().max() + "."
            : "no labels either.";
    if (stats.weightedRows() > 0) {
      text +=
          " "
              + Texts.count(stats.weightedRows(), "row")
              + (stats.weightedRows() == 1 ? " has" : " have")
              + " a weight.";
    }
    if (stats.groupedRows() > 0) {
      text +=
          " "
              + Texts.count(stats.groupedRows(), "row")
              + (stats.groupedRows() == 1 ? " has" : " have")
              + " a query id, in "
              + Texts.count(stats.groups(), "group")
              + ".";
    }
    if (stats.bareEntries() > 0) {
      text +=
          " "
              + Texts.count(stats.bareEntries(), "entry")
              + (stats.bareEntries() == 1 ? " has" : " have")
              + " no value, which is then 1.";
    }
    return text;
  }

  @Override
  public void toJson(ObjectNode root) {
    root.put("kind", "rows");
    root.put("format", settings.format());
    root.put("files", segments.files().size());
    root.put("bytes", segments.bytes());
    root.put("rows", stats.rows());
    root.put("nnz", stats.nnz());
    root.put("columns", stats.columns(base.base()));
    root.put("indexBase", base.base());
    root.put("indexBaseGuess", base.guess());
    root.put("groups", stats.groups());
    root.put("malformed", stats.malformed());
    root.put("labels", order.labels().size());
    ArrayNode top = root.putArray("topLabels");
    for (FrequencySketch.Entry label : order.labels().top(TOP_LABELS)) {
      top.addObject()
          .put("label", Float.intBitsToFloat((int) label.key()))
          .put("rows", label.count());
    }
    if (labels.score() != null) {
      root.put("shuffleScore", labels.score().score());
    }
    root.put("splits", splits.count());
  }
}
