// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.Notes;
import dev.recordio.fs.input.InputListing;
import dev.recordio.jobs.cli.result.TypedCommand;
import dev.recordio.jobs.inspect.RecordSummary;
import dev.recordio.jobs.report.HealthSection.Verdict;
import dev.recordio.jobs.report.chart.Chart;
import dev.recordio.jobs.report.chart.Markup;
import dev.recordio.jobs.report.chart.Texts;
import dev.recordio.jobs.report.tally.RecordTally;
import dev.recordio.jobs.report.tally.SliceTally;
import dev.recordio.jobs.rows.LabelNames;
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
  private final List<FileStatus> files;
  private final RecordTally all = new RecordTally();
  private final RecordSummary summary = all.summary();
  private final List<FileHealth> fileHealth;
  private final SampleSection sample;
  private final SplitSection splits;
  private final LabelSection labels;
  private final ImageSection images;
  private final HealthSection health = new HealthSection();

  private RecordReport(
      Configuration conf, List<Path> paths, VerifyJob verify, LabelOrder order, long seed)
      throws IOException {
    files = verify.files();
    fileHealth =
        verify.health(
            (file, start, result) -> {
              var tally = new RecordTally();
              tally.readFields(result);
              all.add(tally);
              order.add(file, start, tally.slices());
            });
    images = new ImageSection(all.images());
    sample = SampleSection.of(conf, all.sample(), images.isMost(), seed);
    splits = SplitSection.ofRecords(conf, files);
    check(conf);
    String severalLabels = summary.severalLabels(files.size()); // once the sets are known
    if (severalLabels != null) {
      Notes.say(severalLabels);
    }
    labels = new LabelSection(order, "record", severalLabels, LabelNames.of(conf, paths));
  }

  /** Counts the records of an input. */
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
    return fileHealth.stream().mapToLong(FileHealth::damaged).sum();
  }

  /** Returns the number of records that could be read. */
  long records() {
    return summary.records();
  }

  private long bytes() {
    return InputListing.bytes(files);
  }

  private long count(FileHealth.Index state) {
    return fileHealth.stream().filter(file -> file.index() == state).count();
  }

  private void check(Configuration conf) throws IOException {
    long damaged = damaged();
    long damagedFiles = fileHealth.stream().filter(file -> file.damaged() > 0).count();
    health.check(
        Verdict.badIf(damaged > 0),
        "Damage",
        damaged == 0
            ? "none: every header leads to the next one, in " + Texts.count(files.size(), "file")
            : Texts.say(
                "%s damaged %s in %s; recordio salvage copies what is sound",
                Texts.count(damaged),
                Texts.of(damaged, "stretch", "stretches"),
                Texts.count(damagedFiles, "file")));
    long stale = count(FileHealth.Index.STALE);
    long missing = count(FileHealth.Index.MISSING);
    health.check(
        stale > 0 ? Verdict.BAD : missing > 0 ? Verdict.NOTE : Verdict.GOOD,
        "Indexes",
        Texts.say(
            "%,d current, %,d stale, %,d missing%s",
            count(FileHealth.Index.CURRENT),
            stale,
            missing,
            stale + missing > 0 ? "; recordio index writes them" : ""));
    long parts = summary.multipartRecords();
    health.check(
        Verdict.NOTE,
        "Multi-part records",
        Texts.count(parts)
            + (parts == 0 ? "" : ", whose payload holds the magic word at a multiple of 4"));
    sample.check(health);
    long unreadable = all.images().unreadable();
    if (unreadable > 0) {
      health.bad("Image headers", Texts.count(unreadable, "image") + " without a size");
    }
    if (images.isMost() && images.others() > 0) {
      health.bad(
          "Payloads", Texts.count(images.others()) + " of no format of images, among images");
    }
    long empty = files.stream().filter(file -> file.getLen() == 0).count();
    if (empty > 0) {
      health.check(Verdict.NOTE, "Empty files", Texts.count(empty));
    }
    checkFaces(conf, damaged == 0);
    for (FileHealth file : fileHealth) {
      file.findings().forEach(one -> health.problem(file.file(), one.offset(), one.reason()));
    }
    sample.addProblems(health);
  }

  private void checkFaces(Configuration conf, boolean isWhole) throws IOException {
    try {
      summary.faces().find(conf, isWhole);
    } catch (MalformedRecordException e) {
      health.bad("InsightFace", e.getMessage());
      return;
    }
    if (summary.faces().sets() > 0) {
      health.check(
          Verdict.GOOD,
          "InsightFace",
          Texts.say(
              "%s of %,d identities, %s for bookkeeping",
              Texts.count(summary.faces().images(), "image"),
              summary.faces().identities(),
              Texts.count(all.bookkeeping(), "record")));
    }
  }

  @Override
  public void write(Page page) throws IOException {
    page.sentence(
        "%s in %s%s%s.",
        Texts.count(summary.records(), "record"),
        Texts.count(files.size(), "file"),
        images.isEmpty() ? "" : ", " + images.sentence(),
        labels.isEmpty() ? "" : ", " + labels.different("label"));
    double mean = summary.records() == 0 ? 0 : (double) summary.payloadBytes() / summary.records();
    page.figure("records", Texts.count(summary.records()))
        .figure("bytes", Texts.bytes(bytes()))
        .figure("files", Texts.count(files.size()))
        .figure("mean record", Texts.bytes(mean));
    if (!labels.isEmpty()) {
      page.figure("labels", labels.distinct());
    }
    labels.writeScore(page);
    page.figure("health", health.text());
    Markup to = page.section("Sizes");
    to.paragraph("%s%,d bytes in all.", sizes(), summary.payloadBytes());
    var charts = new ArrayList<Chart>();
    charts.add(
        Histograms.of("Record sizes", "bytes of a payload", "record", all.lengths(), Texts::bytes));
    charts.addAll(images.charts());
    Page.charts(to, charts);
    sample.write(page);
    labels.writeLabels(page, List.of());
    labels.writeOrder(page);
    splits.write(page);
    String shuffle = "recordio shuffle --seed 7 " + TypedCommand.quote(page.input()) + " OUTPUT";
    health.order(labels.score(), shuffle + " mixes them").write(page);
  }

  private String sizes() {
    String most = Texts.bytes(summary.maxLength());
    return summary.minLength() == summary.maxLength()
        ? "Payloads have " + most + " each, "
        : Texts.say(
            "Payloads have %s to %s, at least half of them %s or less, ",
            Texts.bytes(summary.minLength()),
            most,
            Texts.bytes(Math.min(all.lengths().atMost(0.5), summary.maxLength())));
  }

  @Override
  public void toJson(ObjectNode root) {
    root.put("kind", "records")
        .put("files", files.size())
        .put("records", summary.records())
        .put("bytes", bytes())
        .put("payloadBytes", summary.payloadBytes())
        .put("multipartRecords", summary.multipartRecords())
        .put("minLength", summary.minLength())
        .put("maxLength", summary.maxLength())
        .put("imageHeaders", summary.imageRecords());
    labels.toJson(root);
    root.put("splits", splits.count())
        .putObject("indexes")
        .put("current", count(FileHealth.Index.CURRENT))
        .put("stale", count(FileHealth.Index.STALE))
        .put("missing", count(FileHealth.Index.MISSING));
    root.put("damaged", damaged());
    sample.toJson(root);
  }
}
