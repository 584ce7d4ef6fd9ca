// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.Notes;
import dev.recordio.jobs.cli.result.TypedCommand;
import dev.recordio.jobs.inspect.RecordSummary;
import dev.recordio.jobs.rows.LabelNames;
import dev.recordio.jobs.tally.RunTally;
import dev.recordio.jobs.verify.FileHealth;
import dev.recordio.jobs.verify.VerifyJob;
import java.io.IOException;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** A report on files of records: they are verified, and counted as they are. */
final class RecordReport implements Report {
  private final List<FileStatus> files;
  private final long bytes;
  private final long seed;
  private final RecordTally all = new RecordTally();
  private final RecordSummary summary = all.summary;
  private final ImageTally images = all.images;
  private final List<FileHealth> fileHealth;
  private final long damaged;
  private final Map<FileHealth.Index, Long> indexes = new EnumMap<>(FileHealth.Index.class);
  private final Sample sample;
  private final String severalLabels;
  private final Labels labels;
  private final Health health = new Health();

  private RecordReport(Configuration conf, List<Path> paths, VerifyJob verify, long seed)
      throws IOException {
    this.seed = seed;
    files = verify.files();
    bytes = verify.bytes();
    Map<String, SortedMap<Long, RunTally>> orders = new LinkedHashMap<>();
    files.forEach(file -> orders.put(file.getPath().toString(), new TreeMap<>()));
    fileHealth =
        verify.health(
            (file, start, result) -> {
              var tally = new RecordTally();
              tally.readFields(result);
              all.add(tally);
              orders.get(file).put(start, tally.order);
            });
    orders.values().forEach(ranges -> ranges.values().forEach(all.order::append));
    damaged = fileHealth.stream().mapToLong(FileHealth::damaged).sum();
    for (FileHealth.Index state : FileHealth.Index.values()) {
      indexes.put(state, fileHealth.stream().filter(file -> file.index() == state).count());
    }
    sample = new Sample(conf, all.sample, images.isMost());
    check(conf);
    severalLabels = summary.severalLabels(files.size()); // once the sets are known
    if (severalLabels != null) {
      Notes.say(severalLabels);
    }
    labels = new Labels(all.labels, all.order, "record", LabelNames.of(conf, paths));
  }

  /** Counts the records of an input. */
  static RecordReport of(Configuration conf, List<Path> paths, long seed, JobRun runner)
      throws Exception {
    try (var verify = new VerifyJob(conf, paths)) {
      verify.visit(RecordTally.class);
      RecordTally.setSeed(verify.job().getConfiguration(), seed);
      runner.run(verify.job());
      return new RecordReport(conf, paths, verify, seed);
    }
  }

  /** Returns how many stretches of the files are damaged. */
  long damaged() {
    return damaged;
  }

  long records() {
    return summary.records();
  }

  private void check(Configuration conf) throws IOException {
    long damagedFiles = fileHealth.stream().filter(file -> file.damaged() > 0).count();
    health.check(
        damaged > 0,
        "Damage",
        damaged == 0
            ? "none: every header leads to the next one, in " + Texts.count(files.size(), "file")
            : Texts.say(
                "%,d damaged %s in %s; recordio salvage copies what is sound",
                damaged,
                Texts.of(damaged, "stretch", "stretches"),
                Texts.count(damagedFiles, "file")));
    long stale = indexes.get(FileHealth.Index.STALE);
    long missing = indexes.get(FileHealth.Index.MISSING);
    String states =
        Texts.say(
            "%,d current, %,d stale, %,d missing%s",
            indexes.get(FileHealth.Index.CURRENT),
            stale,
            missing,
            stale + missing > 0 ? "; recordio index writes them" : "");
    if (stale == 0 && missing > 0) {
      health.note("Indexes", states);
    } else {
      health.check(stale > 0, "Indexes", states);
    }
    long parts = summary.multipartRecords();
    health.note(
        "Multi-part records",
        Texts.count(parts)
            + (parts == 0 ? "" : ", whose payload holds the magic word at a multiple of 4"));
    long broken = sample.broken();
    String drawn = Texts.count(sample.size(), "record");
    health.check(
        broken > 0,
        "Sample",
        broken == 0
            ? "no damage found in the sample of " + drawn
            : Texts.say(
                "%,d of %s %s not decode; recordio verify --images tries all",
                broken, drawn, Texts.of(broken, "does", "do")));
    if (images.unreadable() > 0) {
      health.bad("Image headers", Texts.count(images.unreadable(), "image") + " without a size");
    }
    if (images.isMost() && images.others() > 0) {
      health.bad(
          "Payloads", Texts.count(images.others()) + " of no format of images, among images");
    }
    long empty = files.stream().filter(file -> file.getLen() == 0).count();
    if (empty > 0) {
      health.note("Empty files", Texts.count(empty));
    }
    checkFaces(conf);
    for (FileHealth file : fileHealth) {
      file.findings().forEach(one -> health.problem(file.file(), one.offset(), one.reason()));
    }
    sample.addProblems(health);
  }

  private void checkFaces(Configuration conf) throws IOException {
    try {
      summary.faces().find(conf, damaged == 0);
    } catch (MalformedRecordException e) {
      health.bad("InsightFace", e.getMessage());
      return;
    }
    if (summary.faces().sets() > 0) {
      String found =
          Texts.say(
              "%s of %,d identities, %s for bookkeeping",
              Texts.count(summary.faces().images(), "image"),
              summary.faces().identities(),
              Texts.count(all.bookkeeping, "record"));
      health.check(false, "InsightFace", found);
    }
  }

  @Override
  public void write(Page page) {
    page.sentence(
        "%s in %s%s%s.",
        Texts.count(records(), "record"),
        Texts.count(files.size(), "file"),
        images.isEmpty() ? "" : ", " + images.sentence(),
        labels.isEmpty() ? "" : ", " + labels.different("label"));
    double mean = records() == 0 ? 0 : (double) summary.payloadBytes() / records();
    page.figure("records", Texts.count(records()))
        .figure("bytes", Texts.bytes(bytes))
        .figure("files", Texts.count(files.size()))
        .figure("mean record", Texts.bytes(mean));
    if (!labels.isEmpty()) {
      page.figure("labels", labels.distinct());
    }
    String shuffle = "recordio shuffle --seed 7 " + TypedCommand.quote(page.input()) + " OUTPUT";
    labels.writeScore(page, health, shuffle + " mixes them");
    page.figure("health", health.text());
    Page.Section sizes = page.section("Sizes");
    sizes.say("%s%,d bytes in all.", sizes(), summary.payloadBytes());
    sizes.chart(
        Histograms.of(
            "Record sizes", "bytes of a payload", "record", summary.lengths(), Texts::bytes));
    images.addTo(sizes);
    sample.write(page, seed);
    labels.writeLabels(page, severalLabels == null ? null : "The " + severalLabels + ".");
    labels.writeOrder(page);
    health.write(page);
  }

  private String sizes() {
    String most = Texts.bytes(summary.maxLength());
    return summary.minLength() == summary.maxLength()
        ? "Payloads have " + most + " each, "
        : Texts.say(
            "Payloads have %s to %s, at least half of them %s or less, ",
            Texts.bytes(summary.minLength()),
            most,
            Texts.bytes(Math.min(summary.lengths().atMost(0.5), summary.maxLength())));
  }

  @Override
  public Map<String, Object> figures() {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("kind", "records");
    figures.put("files", files.size());
    figures.put("records", records());
    figures.put("bytes", bytes);
    figures.put("payloadBytes", summary.payloadBytes());
    figures.put("multipartRecords", summary.multipartRecords());
    figures.put("minLength", summary.minLength());
    figures.put("maxLength", summary.maxLength());
    figures.put("imageHeaders", summary.imageRecords());
    labels.addTo(figures);
    Map<String, Long> states = new LinkedHashMap<>();
    indexes.forEach((state, count) -> states.put(state.name().toLowerCase(Locale.ROOT), count));
    figures.put("indexes", states);
    figures.put("damaged", damaged);
    figures.put("sampled", sample.size());
    figures.put("sampledBroken", sample.broken());
    return figures;
  }
}
