// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange.census;

import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.task.TaskRecords;
import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Reads a split, run by run. */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public final class RecordRunReader extends RecordReader<NullWritable, RecordRunReader.RecordRun> {
  private final boolean headersOnly;
  private TaskRecords records;
  private RecordRun run;

  /** Makes a reader of whole records, or of their headers alone. */
  RecordRunReader(boolean headersOnly) {
    this.headersOnly = headersOnly;
  }

  @Override
  public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
    records =
        headersOnly ? TaskRecords.openHeaders(context, split) : TaskRecords.open(context, split);
    run = new RecordRun(records);
  }

  @Override
  public boolean nextKeyValue() throws IOException {
    return run.begin();
  }

  @Override
  public NullWritable getCurrentKey() {
    return NullWritable.get();
  }

  @Override
  public RecordRun getCurrentValue() {
    return run;
  }

  @Override
  public float getProgress() {
    return records.reader().progress();
  }

  @Override
  public void close() throws IOException {
    if (records != null) {
      records.close();
    }
  }

  /**
   * Records of a split that follow each other, handed to a mapper as one value. At each step of a
   * task's reader Hadoop adds up the statistics of a file system over all threads that ever used
   * it, which costs several times what a short record does.
   */
  public static final class RecordRun {
    /** A run goes on while records begin within so many bytes: progress is told between runs. */
    private static final int BYTES = 1 << 18;

    private final TaskRecords records;
    private long end;
    private boolean first;

    RecordRun(TaskRecords records) {
      this.records = records;
    }

    /** Begins another run; returns false when the split has no further record. */
    boolean begin() throws IOException {
      first = step();
      end = records.reader().position() + BYTES;
      return first;
    }

    /** Steps to the run's next record; returns false behind the last one. */
    public boolean next() throws IOException {
      if (first) {
        first = false;
        return true;
      }
      return records.reader().position() < end && step();
    }

    private boolean step() throws IOException {
      return records.stepped(records.reader().next());
    }

    /** Returns the reader that stands on the record. */
    public RecordRangeReader record() {
      return records.reader().record();
    }
  }
}
