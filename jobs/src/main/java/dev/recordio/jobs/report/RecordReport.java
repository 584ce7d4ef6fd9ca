// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.Notes;
import dev.recordio.jobs.inspect.RecordSummary;
import dev.recordio.jobs.report.HealthSection.Verdict;
import dev.recordio.jobs.report.chart.Chart;
import dev.recordio.jobs.report.chart.Markup;
import dev.recordio.jobs.report.chart.Texts;
import dev.recordio.jobs.report.tally.FrequencySketch;
import dev.recordio.jobs.report.tally.RecordTally;
import dev.recordio.jobs.report.tally.SliceTally;
import dev.recordio.jobs.rows.LabelNames;
import dev.recordio.jobs.run.TypedCommand;
import dev.recordio.jobs.verify.FileHealth;
import dev.recordio.jobs.verify.VerifyJob;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** A report on files of records: they are verified, and counted as they are. */
final class RecordReport implements Report {
  private static final int TOP_LABELS = 50;

  private final long seed;
  private final List<FileStatus> files;
  private final LabelOrder order;
  private final RecordTally all = new RecordTally();
  private final List<FileHealth> health;
  private final List<ShownRecord> shown;
  private final SplitSection splits;
  private final LabelSection labels;
  private final ImageSection images;
  private final HealthSection healthSection = new HealthSection();
  private final String severalLabels; // what to say of them, or null
  private final LabelNames names;
  private String contradiction;

  private RecordReport(
      Configuration conf, List<Path> paths, VerifyJob verify, LabelOrder order, long seed)
      throws IOException {
    this.seed = seed;
    this.order = order;
    files = verify.files();
    health =
        verify.health(
            (file, start, result) -> {
              var tally = new RecordTally();
              tally.readFields(result);
              all.add(tally);
              order.add(file, start, tally.slices());
            });
    try {
      boolean isWhole = health.stream().allMatch(file -> file.damaged() == 0);
      all.summary().faces().find(conf, isWhole);
    } catch (MalformedRecordException e) {
      contradiction = e.getMessage();
    }
    images = new ImageSection(all);
    try (var reader = new SampleReader(conf, images.isMost())) {
      shown = reader.read(all.sample());
    }
    splits = SplitSection.ofRecords(conf, files);
    severalLabels = all.summary().severalLabels(files.size());
    if (severalLabels != null) {
      Notes.say(severalLabels);
    }
    names = LabelNames.of(conf, paths);
    labels = new LabelSection(order, "record", severalLabels, names);
    check();
  }

  /**
   * Counts the records of an input.
   *
   * @param paths files, folders and globs
   * @param seed of the sample
   * @param runner runs the job
   */
  static RecordReport of(Configuration conf, List<Path> paths, long seed, JobRun runner)
      throws Exception {
    try (var verify = new VerifyJob(conf, paths)) {
      var order = new LabelOrder(verify.files());
      Configuration job = verify.job().getConfiguration();
      verify.visit(RecordTally.class);
      RecordTally.setSeed(job, seed);
      SliceTally.setSliceBytes(job, order.sliceBytes());
      runner.run(verify.job());
      return new RecordReport(conf, paths, verify, order, seed);
    }
  }

  /** Returns how many stretches of the files are damaged. */
  long damaged() {
    return health.stream().mapToLong(FileHealth::damaged).sum();
  }

  /** Returns the number of records that could be read. */
  long records() {
    return all.summary().records();
  }

  private long bytes() {
    return files.stream().mapToLong(FileStatus::getLen).sum();
  }

  private long broken() {
    return shown.stream().filter(ShownRecord::isBroken).count();
  }

  private void check() {
    long damagedFiles = health.stream().filter(file -> file.damaged() > 0).count();
    healthSection.check(
        damaged() > 0 ? Verdict.BAD : Verdict.GOOD,
        "Damage",
        damaged() == 0
            ? "none: every header leads to the next one, in " + Texts.count(files.size(), "file")
            : Texts.count(damaged(), damaged() == 1 ? "damaged stretch" : "damaged stretche")
                + " in "
                + Texts.count(damagedFiles, "file")
                + "; recordio salvage copies what is sound");
    checkIndexes();
    long parts = all.summary().multipartRecords();
    healthSection.check(
        Verdict.NOTE,
        "Multi-part records",
        Texts.count(parts)
            + (parts == 0 ? "" : ", whose payload holds the magic word at a multiple of 4"));
    healthSection.check(
        broken() > 0 ? Verdict.BAD : Verdict.GOOD,
        "Sample",
        broken() == 0
            ? "no damage found in the sample of " + Texts.count(shown.size(), "record")
            : Texts.count(broken())
                + " of "
                + Texts.count(shown.size(), "record")
                + " "
                + (broken() == 1 ? "does" : "do")
                + " not decode; recordio verify --images tries all");
    long unreadable = all.images().unreadable();
    if (unreadable > 0) {
      healthSection.check(
          Verdict.BAD, "Image headers", Texts.count(unreadable, "image") + " without a size");
    }
    if (images.isMost() && images.others() > 0) {
      healthSection.check(
          Verdict.BAD,
          "Payloads",
          Texts.count(images.others()) + " of no format of images, among images");
    }
    long empty = files.stream().filter(file -> file.getLen() == 0).count();
    if (empty > 0) {
      healthSection.check(Verdict.NOTE, "Empty files", Texts.count(empty));
    }
    if (contradiction != null) {
      healthSection.check(Verdict.BAD, "InsightFace", contradiction);
    } else if (all.summary().faces().sets() > 0) {
      healthSection.check(Verdict.GOOD, "InsightFace", faces());
    }
    for (FileHealth file : health) {
      file.findings()
          .forEach(
              one ->
                  healthSection.problem(file.file() + " at offset " + one.offset(), one.reason()));
    }
    shown.stream()
        .filter(ShownRecord::isBroken)
        .forEach(
            one ->
                healthSection.problem(
                    one.record().path() + " at offset " + one.record().offset(), one.text()));
  }

  private String faces() {
    return Texts.count(all.summary().faces().images(), "image")
        + " of "
        + Texts.count(all.summary().faces().identities())
        + " identities, "
        + Texts.count(all.bookkeeping(), "record")
        + " for bookkeeping";
  }

  private void checkIndexes() {
    long current = count(FileHealth.Index.CURRENT);
    long stale = count(FileHealth.Index.STALE);
    long missing = count(FileHealth.Index.MISSING);
    healthSection.check(
        stale > 0 ? Verdict.BAD : missing > 0 ? Verdict.NOTE : Verdict.GOOD,
        "Indexes",
        Texts.count(current)
            + " current, "
            + Texts.count(stale)
            + " stale, "
            + Texts.count(missing)
            + " missing"
            + (stale + missing > 0 ? "; recordio index writes them" : ""));
  }

  private long count(FileHealth.Index state) {
    return health.stream().filter(file -> file.index() == state).count();
  }

  @Override
  public void write(Page page) throws IOException {
    RecordSummary summary = all.summary();
    page.sentence(
        summary.records()
            + (summary.records() == 1 ? " record" : " records")
            + " in "
            + Texts.count(files.size(), "file")
            + (images.isEmpty() ? "" : ", " + images.sentence())
            + (order.labels().total() == 0 ? "" : ", " + labels.different("label"))
            + ".");
    page.figure("records", Texts.count(summary.records()))
        .figure("bytes", Texts.bytes(bytes()))
        .figure("files", Texts.count(files.size()))
        .figure("mean record", Texts.bytes(mean(summary)));
    if (order.labels().total() > 0) {
      page.figure("labels", labels.distinct());
    }
    if (labels.score() != null) {
      page.figure("shuffle score", labels.score().text());
    }
    page.figure("health", healthSection.text());
    writeSizes(page);
    ContactSheet.write(page, shown, seed);
    labels.writeLabels(page, List.of());
    labels.writeOrder(page);
    splits.write(page);
    String shuffle = "recordio shuffle --seed 7 " + TypedCommand.quote(page.input()) + " OUTPUT";
    healthSection.order(labels.score(), shuffle + " mixes them").write(page);
  }

  private static double mean(RecordSummary summary) {
    return summary.records() == 0 ? 0 : (double) summary.payloadBytes() / summary.records();
  }

  private void writeSizes(Page page) {
    RecordSummary summary = all.summary();
    Markup to = page.section("Sizes");
    to.element("p", sizes(summary) + Texts.count(summary.payloadBytes()) + " bytes in all.");
    var charts = new ArrayList<Chart>();
    charts.add(
        HistogramChart.of(
            "Record sizes", "", "bytes of a payload", "record", all.lengths(), Texts::bytes));
    charts.addAll(images.charts());
    Page.charts(to, charts);
  }

  private String sizes(RecordSummary summary) {
    String most = Texts.bytes(summary.maxLength());
    if (summary.minLength() == summary.maxLength()) {
      return "Payloads have " + most + " each, ";
    }
    return "Payloads have "
        + Texts.bytes(summary.minLength())
        + " to "
        + most
        + ", at least half of them "
        + Texts.bytes(Math.min(all.lengths().atMost(0.5), summary.maxLength()))
        + " or less, ";
  }

  @Override
  public void toJson(ObjectNode root) {
    RecordSummary summary = all.summary();
    root.put("kind", "records");
    root.put("files", files.size());
    root.put("records", summary.records());
    root.put("bytes", bytes());
    root.put("payloadBytes", summary.payloadBytes());
    root.put("multipartRecords", summary.multipartRecords());
    root.put("minLength", summary.minLength());
    root.put("maxLength", summary.maxLength());
    root.put("imageHeaders", summary.imageRecords());
    root.put("labels", order.labels().size());
    ArrayNode top = root.putArray("topLabels");
    for (FrequencySketch.Entry label : order.labels().top(TOP_LABELS)) {
      float number = Float.intBitsToFloat((int) label.key());
      ObjectNode one = top.addObject().put("label", number).put("records", label.count());
      if (names.of(number) != null) {
        one.put("name", names.of(number));
      }
    }
    if (labels.score() != null) {
      root.put("shuffleScore", labels.score().score());
    }
    root.put("splits", splits.count());
    ObjectNode indexes = root.putObject("indexes");
    indexes.put("current", count(FileHealth.Index.CURRENT));
    indexes.put("stale", count(FileHealth.Index.STALE));
    indexes.put("missing", count(FileHealth.Index.MISSING));
    root.put("damaged", damaged());
    root.put("sampled", shown.size());
    root.put("sampledBroken", broken());
  }
}
