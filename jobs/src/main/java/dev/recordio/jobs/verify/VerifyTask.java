// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.formats.arrayrecord.ArrayRecordCheck;
import dev.recordio.formats.arrayrecord.ArrayRecordReader;
import dev.recordio.formats.arrayrecord.Chunks;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.fs.record.RecordOpener;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.io.Stepwise;
import dev.recordio.jobs.job.Serde;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.job.UnitTask;
import dev.recordio.jobs.run.split.ListedSplit;
import java.io.IOException;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Reads a range of a file as one value: what is wrong with it. */
final class VerifyTask extends UnitTask<ListedSplit, RangeReport> {
  /** How many records there are between two signs of life. */
  private static final int RECORDS_A_SIGN = 1 << 12;

  private Configuration conf; // null before the first range
  private RecordOpener opener;
  private Predicate<Path> seekable;
  private LeftOut leftOut;

  VerifyTask() {
    super(Serde.of(ListedSplit::new), Serde.ofFields(RangeReport.class));
  }

  @Override
  protected RangeReport run(ListedSplit split, TaskContext task) throws IOException {
    if (conf == null) {
      conf = VerifyConf.readers(task.conf());
      opener = new RecordOpener(conf);
      leftOut = LeftOut.of(conf);
      seekable = SplitPlanner.uncompressed(conf);
    }
    Path path = split.getPath();
    FileSystem fs = path.getFileSystem(conf);
    var range = new InputRange(path, split.getStart(), split.getLength());
    RangeReport report = report(fs.getFileStatus(path), range, task);
    split.requireUnchanged(fs.getFileStatus(path)); // else the findings are of no version of it
    return report;
  }

  private RangeReport report(FileStatus file, InputRange range, TaskContext task)
      throws IOException {
    Path path = range.path();
    boolean seeks = seekable.test(path);
    if (VerifyConf.ROWS.getBoolean(conf)) {
      boolean goesOn = seeks && !TextSettings.of(conf).isRecords();
      return new RowsVerifier(conf, file, range, goesOn).verify(task);
    }
    if (ArrayRecordReader.isNamed(path.getName())) {
      return verifyArrayRecord(file, range, task);
    }
    try (var verifier = verifier(file, range, seeks, false)) {
      RangeReport report = verify(verifier, range, task);
      if (!verifier.needsWholeIndex()) {
        return report;
      }
    }
    try (var again = verifier(file, range, seeks, true)) {
      return verify(again, range, task);
    }
  }

  private RangeReport verifyArrayRecord(FileStatus file, InputRange range, TaskContext task)
      throws IOException {
    var report = new RangeReport();
    report.file = range.path().toString();
    report.start = range.start();
    report.fileLength = file.getLen();
    if (range.start() == 0 && VerifyConf.IMAGES.getBoolean(conf)) {
      report.notes.add(report.file + " is an ArrayRecord file: its images are not looked at");
    }
    try (Chunks chunks = ArrayRecordReader.chunks(range.path().getFileSystem(conf), file)) {
      report.chained =
          ArrayRecordCheck.check(
              chunks,
              range.start(),
              range.end(),
              (why, end) -> report.add(Finding.ofChain(why.offset(), end, why.withoutPlace())),
              task);
    }
    return report;
  }

  private RangeVerifier verifier(
      FileStatus file, InputRange range, boolean seeks, boolean wholeIndex) throws IOException {
    return new RangeVerifier(conf, opener, leftOut, file, range, seeks, wholeIndex);
  }

  private RangeReport verify(RangeVerifier verifier, InputRange range, TaskContext task)
      throws IOException {
    VerifyJob.Visitor visitor = VerifyJob.newVisitor(conf);
    if (visitor != null) {
      visitor.begin(conf, range);
    }
    for (int records = 1; verifier.next(); records++) {
      if (visitor != null) {
        visitor.visit(verifier.record());
      }
      if (records % RECORDS_A_SIGN == 0) {
        long done = verifier.position() - range.start();
        task.progress(Math.min(1, (float) done / Math.max(1, range.length())));
      }
    }
    RangeReport found = verifier.finish();
    if (visitor != null) {
      found.visited = Stepwise.written(visitor.result());
    }
    return found;
  }
}
