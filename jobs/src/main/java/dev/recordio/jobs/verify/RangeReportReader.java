// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.RecordOpener;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.io.Stepwise;
import dev.recordio.jobs.run.split.HostedSplit;
import java.io.IOException;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Reads a range of a file as one value: what is wrong with it. */
final class RangeReportReader extends RecordReader<NullWritable, RangeReport> {
  /** How many records there are between two signs of life. */
  private static final int RECORDS_A_SIGN = 1 << 12;

  private final Configuration conf;
  private final VerifySettings settings;
  private final RecordOpener opener;
  private final Predicate<Path> seekable;
  private final LeftOut leftOut;
  private TaskAttemptContext context;
  private FileStatus file;
  private boolean seeks;
  private RangeVerifier verifier;
  private InputRange range;
  private RangeReport report;
  private RowsVerifier rows;

  /**
   * Makes a reader.
   *
   * @param conf what {@link VerifySettings#readers} makes
   * @param seekable which files can be read from any offset on
   * @param leftOut records that are not to be kept
   */
  RangeReportReader(
      Configuration conf,
      VerifySettings settings,
      RecordOpener opener,
      Predicate<Path> seekable,
      LeftOut leftOut) {
    this.conf = conf;
    this.settings = settings;
    this.opener = opener;
    this.seekable = seekable;
    this.leftOut = leftOut;
  }

  @Override
  public void initialize(InputSplit split, TaskAttemptContext task) throws IOException {
    context = task;
    HostedSplit piece = (HostedSplit) split;
    Path path = piece.getPath();
    range = new InputRange(path, piece.getStart(), piece.getLength());
    file = path.getFileSystem(conf).getFileStatus(path);
    seeks = seekable.test(path);
    if (settings.rows()) {
      boolean goesOn = seeks && !TextSettings.of(conf).isRecords();
      rows = new RowsVerifier(conf, file, range, goesOn);
      return;
    }
    open(false);
  }

  private void open(boolean wholeIndex) throws IOException {
    verifier = new RangeVerifier(conf, settings, opener, leftOut, file, range, seeks, wholeIndex);
  }

  @Override
  public boolean nextKeyValue() throws IOException {
    if (report != null) {
      return false;
    }
    if (rows != null) {
      report = rows.verify(context);
      return true;
    }
    report = verify();
    if (verifier.needsWholeIndex()) {
      verifier.close();
      open(true);
      report = verify();
    }
    return true;
  }

  private RangeReport verify() throws IOException {
    RecordVisitor visitor = VerifyJob.newVisitor(conf);
    if (visitor != null) {
      visitor.begin(conf, range);
    }
    for (int records = 1; verifier.next(); records++) {
      if (visitor != null) {
        visitor.visit(verifier.record());
      }
      if (records % RECORDS_A_SIGN == 0) {
        context.progress();
      }
    }
    RangeReport found = verifier.finish();
    if (visitor != null) {
      found.visited = Stepwise.written(visitor.result());
    }
    return found;
  }

  @Override
  public NullWritable getCurrentKey() {
    return NullWritable.get();
  }

  @Override
  public RangeReport getCurrentValue() {
    return report;
  }

  @Override
  public float getProgress() {
    return range.length() == 0 || rows != null
        ? report == null ? 0 : 1
        : Math.min(1, (float) (verifier.position() - range.start()) / range.length());
  }

  @Override
  public void close() throws IOException {
    if (verifier != null) {
      verifier.close();
    }
  }
}
