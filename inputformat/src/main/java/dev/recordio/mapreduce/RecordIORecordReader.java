// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.fs.DamagePolicy;
import dev.recordio.fs.DamageTracker;
import dev.recordio.fs.QuarantineFile;
import dev.recordio.fs.RecordIOConf;
import dev.recordio.fs.RecordSplitReader;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;

/** Reads the records of one split, payloads or whole framed records; reuses key and value. */
final class RecordIORecordReader extends RecordReader<LongWritable, BytesWritable> {
  /** Counters cost a call each: they are brought up to date once in so many records. */
  private static final int COUNTER_INTERVAL = 1 << 12;

  private final LongWritable key = new LongWritable();
  private final BytesWritable value = new BytesWritable();

  private final boolean framed;
  private RecordSplitReader reader;
  private QuarantineFile quarantine;
  private TaskAttemptContext context;
  private final long[] reported = new long[RecordIOCounter.values().length];
  private int sinceReport;

  /** Makes a reader of payloads, or of records with their headers and padding. */
  RecordIORecordReader(boolean framed) {
    this.framed = framed;
  }

  @Override
  public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
    this.context = context;
    Configuration conf = context.getConfiguration();
    if (RecordIOConf.CORRUPT_POLICY.getEnum(conf, DamagePolicy.class) == DamagePolicy.QUARANTINE) {
      Path folder = quarantineFolder(context);
      String name = context.getTaskAttemptID() + ".tsv";
      quarantine = folder == null ? null : new QuarantineFile(conf, new Path(folder, name));
    }
    reader =
        new RecordSplitReader(
            conf, RecordIOInputFormat.ranges(split), DamageTracker.of(conf, quarantine));
  }

  private static Path quarantineFolder(TaskAttemptContext context) throws IOException {
    String configured = RecordIOConf.CORRUPT_QUARANTINE_DIR.get(context.getConfiguration());
    if (!configured.isEmpty()) {
      return new Path(configured);
    }
    // A task's own context knows the committer; other engines' contexts may not.
    return context instanceof TaskInputOutputContext<?, ?, ?, ?> task
            && task.getOutputCommitter() instanceof PathOutputCommitter committer
            && committer.getWorkPath() != null
        ? new Path(committer.getWorkPath(), QuarantineFile.FOLDER)
        : null;
  }

  @Override
  public boolean nextKeyValue() throws IOException {
    boolean more = framed ? reader.nextFramed(key, value) : reader.next(key, value);
    if (!more || ++sinceReport == COUNTER_INTERVAL) {
      report();
    }
    return more;
  }

  private void report() {
    sinceReport = 0;
    report(RecordIOCounter.RECORDS_READ, reader.damage().soundRecords());
    report(RecordIOCounter.BYTES_READ, reader.bytesRead());
    report(RecordIOCounter.MULTI_PART_RECORDS_READ, reader.multiPartRecords());
    report(RecordIOCounter.DAMAGED_RECORDS, reader.damage().damagedRecords());
    report(RecordIOCounter.DAMAGED_BYTES, reader.damage().damagedBytes());
    report(RecordIOCounter.RESYNCS, reader.damage().resyncs());
  }

  private void report(RecordIOCounter counter, long total) {
    long news = total - reported[counter.ordinal()];
    if (news != 0) {
      context.getCounter(counter).increment(news);
      reported[counter.ordinal()] = total;
    }
  }

  @Override
  public LongWritable getCurrentKey() {
    return key;
  }

  @Override
  public BytesWritable getCurrentValue() {
    return value;
  }

  @Override
  public float getProgress() {
    return reader.progress();
  }

  @Override
  public void close() throws IOException {
    try (QuarantineFile closing = quarantine;
        RecordSplitReader read = reader) {
      if (read != null) {
        report();
      }
    }
  }
}
