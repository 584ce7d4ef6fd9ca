// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.shuffle;

import dev.recordio.fs.record.RecordOpener;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.jobs.run.split.GroupReader;
import dev.recordio.jobs.run.split.SplitFile;
import dev.recordio.task.TaskRecords;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Reads splits that were computed once for all jobs over the same input, run by run. */
final class RecordRuns extends InputFormat<NullWritable, RecordRuns.Run> {
  @Override
  public List<InputSplit> getSplits(JobContext job) throws IOException {
    return SplitFile.read(job.getConfiguration());
  }

  @Override
  public RecordReader<NullWritable, Run> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    var opener = new RecordOpener(context.getConfiguration());
    return new GroupReader<>(() -> new Reader(opener));
  }

  private static final class Reader extends RecordReader<NullWritable, Run> {
    private final RecordOpener opener; // of the files of the task
    private TaskRecords records;
    private Run run;

    Reader(RecordOpener opener) {
      this.opener = opener;
    }

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
      records = TaskRecords.open(context, opener, split, false);
      run = new Run(records);
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
    public Run getCurrentValue() {
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
  }

  /**
   * Consecutive records of a split, passed to a mapper as one value. At each step of a task's
   * reader Hadoop sums the statistics of a file system over all threads that ever used it, which
   * costs several times as much as a short record.
   */
  static final class Run {
    /**
     * A run contains records that begin within this many bytes: progress is reported between runs.
     */
    private static final int BYTES = 1 << 18;

    private final TaskRecords records;
    private long end;
    private boolean first;

    private Run(TaskRecords records) {
      this.records = records;
    }

    /** Begins another run; returns false when the split has no further record. */
    private boolean begin() throws IOException {
      first = step();
      end = records.reader().position() + BYTES;
      return first;
    }

    /** Advances to the run's next record; returns false after the last one. */
    boolean next() throws IOException {
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
    RecordRangeReader record() {
      return records.reader().record();
    }
  }
}
