// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import dev.recordio.fs.record.RecordOpener;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.task.TaskRecords;
import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Reads a split, run by run. */
public final class RecordRunReader extends RecordReader<NullWritable, RecordRunReader.RecordRun> {
  private final boolean headersOnly;
  private final RecordOpener opener;
  private TaskRecords records;
  private RecordRun run;

  /**
   * Makes a reader of whole records, or only of their headers.
   *
   * @param opener opens the files of the task
   */
  RecordRunReader(boolean headersOnly, RecordOpener opener) {
    this.headersOnly = headersOnly;
    this.opener = opener;
  }

  @Override
  public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
    records = TaskRecords.open(context, opener, split, headersOnly);
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
   * Consecutive records of a split, passed to a mapper as one value. At each step of a task's
   * reader Hadoop sums the statistics of a file system over all threads that ever used it, which
   * costs several times as much as a short record.
   */
  public static final class RecordRun {
    /**
     * A run contains records that begin within this many bytes: progress is reported between runs.
     */
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

    /** Advances to the run's next record; returns false after the last one. */
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

    /** Returns the reader, positioned at the record. */
    public RecordRangeReader record() {
      return records.reader().record();
    }
  }
}
