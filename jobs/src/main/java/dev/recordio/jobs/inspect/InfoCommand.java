// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.inspect;

import dev.recordio.fs.index.InsightFaceFiles;
import dev.recordio.fs.input.InputListing;
import dev.recordio.fs.input.InputSpec;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.jobs.cli.result.SkippedRecords;
import dev.recordio.jobs.cli.result.Totals;
import dev.recordio.jobs.job.Plan;
import dev.recordio.jobs.job.Serde;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.job.UnitJob;
import dev.recordio.jobs.job.UnitTask;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.local.RunConf;
import dev.recordio.jobs.run.split.SplitGroup;
import dev.recordio.task.TaskRecords;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import picocli.CommandLine;

/** Summarizes RecordIO files; in a MapReduce job when they are large. */
@CommandLine.Command(
    footer = {
      "",
      "Input above recordio.info.job-above (4g) is summed up in a MapReduce job.",
      "",
      "Examples:",
      "  recordio info train.rec",
      "  recordio info --json hdfs:///data/train"
    })
public final class InfoCommand extends InspectCommand {
  private static final int LABELS_SHOWN = 20;
  private static final String DIALECT = "insightface";

  private final RecordSummary summary = new RecordSummary();
  private String severalLabels; // what to say of them, or null
  private long multipartRecords;
  private long files;
  private long bytes;

  @Override
  protected ExitCode run() throws Exception {
    ExitCode ended;
    if (isStdin()) {
      files = 1;
      ended = sumUp();
    } else {
      List<FileStatus> all = files();
      files = listed();
      bytes = InputListing.bytes(all);
      ended = bytes > RunConf.INFO_JOB_ABOVE.getBytes(conf()) ? sumUpInJob() : sumUp();
    }
    summary.faces().find(conf(), ended == ExitCode.OK);
    severalLabels = summary.severalLabels(files);
    if (severalLabels != null) {
      note(severalLabels);
    }
    printResult(result());
    return ended;
  }

  private ExitCode sumUp() throws Exception {
    boolean isForced = InsightFaceFiles.areForced(conf());
    var file = new int[] {-1};
    byte[] start = new byte[RecordSummary.START_BYTES];
    ExitCode ended =
        readHeaders(
            reader -> {
              if (reader.range() != file[0]) {
                file[0] = reader.range();
                summary.faces().end(isForced);
                summary.faces().begin(reader.path().toString());
              }
              RecordRangeReader record = reader.record();
              record.prefix(start);
              summary.add(start, record.payloadLength(), record.parts(), record.offset());
              multipartRecords = summary.multipartRecords();
              bytes = isStdin() ? record.position() : bytes;
              return true;
            });
    summary.faces().end(isForced);
    return ended;
  }

  private ExitCode sumUpInJob() throws Exception {
    List<Path> inputs = InputSpec.parse(input());
    try (var job = UnitJob.prepare(conf(), Task.class, own -> plan(own, inputs))) {
      name(job.job(), input(), "summary");
      Counters counters = runJob(job.job());
      job.reports((number, split) -> summary.add(split));
      multipartRecords = summary.multipartRecords();
      return skipped(SkippedRecords.of(counters));
    }
  }

  private static void plan(UnitJob<FileSplit, RecordSummary> own, List<Path> inputs)
      throws IOException {
    own.plan(Plan.splits(own.newPlan(), SplitGroup.ofRecords(own.job(), inputs)));
  }

  private double meanLength() {
    return summary.records() == 0 ? 0 : (double) summary.payloadBytes() / summary.records();
  }

  private Totals result() {
    Map<Float, Long> counts = summary.labels();
    FaceSummary faces = summary.faces();
    var sizes = new ArrayList<Map<String, Object>>();
    var result =
        new Totals()
            .count("files", files)
            .count("records", summary.records())
            .bytes("bytes", bytes)
            .bytes("payload", summary.payloadBytes())
            .key("payloadBytes")
            .count("multi-part records", multipartRecords)
            .key("multipartRecords")
            .bytes("smallest record", summary.minLength())
            .key("minLength")
            .bytes("largest record", summary.maxLength())
            .key("maxLength")
            .show("mean record", Totals.human(Math.round(meanLength())))
            .value("meanLength", meanLength())
            .value("lengths", sizes);
    for (int i = 0; i < summary.sizes().length; i++) {
      if (summary.sizes()[i] > 0) {
        long limit = RecordSummary.classLimit(i);
        sizes.add(pair("upTo", limit, summary.sizes()[i]));
        result.show("  up to " + Totals.human(limit), summary.sizes()[i]);
      }
    }
    if (faces.sets() > 0) {
      String some = faces.sets() < files ? " (" + faces.sets() + " files)" : "";
      result
          .show("dialect", DIALECT + some)
          .show("  images", faces.images())
          .show("  identities", faces.identities());
    }
    result
        .count("image headers", summary.imageRecords())
        .value("maxLabels", summary.maxLabels())
        .value(
            "labels",
            counts.entrySet().stream()
                .map(label -> pair("label", label.getKey(), label.getValue()))
                .toList())
        .value("moreLabels", summary.moreLabels())
        .value("dialect", faces.sets() > 0 ? DIALECT : "plain");
    if (faces.sets() > 0) {
      result.value("images", faces.images()).value("identities", faces.identities());
    }
    if (summary.imageRecords() > 0) {
      String what = severalLabels == null ? "  label " : "  first label ";
      result.show("labels a record, at most", summary.maxLabels());
      counts.entrySet().stream()
          .limit(LABELS_SHOWN)
          .forEach(label -> result.show(what + label.getKey(), label.getValue()));
      int hidden = counts.size() - LABELS_SHOWN;
      if (hidden > 0) {
        result.show("  ...", (summary.moreLabels() ? "more than " : "") + hidden + " other labels");
      }
    }
    return result;
  }

  private static Map<String, Object> pair(String name, Object value, long records) {
    return new Totals().value(name, value).value("records", records).values();
  }

  /** Summarizes the records of a split. */
  static final class Task extends UnitTask<FileSplit, RecordSummary> {
    /** How many records there are between two signs of life. */
    private static final int RECORDS_A_SIGN = 1 << 12;

    private final byte[] start = new byte[RecordSummary.START_BYTES];

    Task() {
      super(Serde.of(FileSplit::new), Serde.of(RecordSummary::new));
    }

    @Override
    protected RecordSummary run(FileSplit split, TaskContext task) throws IOException {
      var summary = new RecordSummary();
      summary.faces().begin(split.getPath().toString());
      try (var records = TaskRecords.open(task.attempt(), null, split, true)) {
        for (int i = 1; records.stepped(records.reader().next()); i++) {
          RecordRangeReader record = records.reader().record();
          record.prefix(start);
          summary.add(start, record.payloadLength(), record.parts(), record.offset());
          if (i % RECORDS_A_SIGN == 0) {
            task.progress(records.reader().progress());
          }
        }
      }
      return summary;
    }
  }
}
