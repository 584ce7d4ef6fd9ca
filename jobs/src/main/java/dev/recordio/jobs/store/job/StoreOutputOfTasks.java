// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.job;

import dev.recordio.jobs.run.TaskErrors;
import dev.recordio.mapreduce.store.StoreCommitter;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Commits with a {@link StoreCommitter}. Tasks write chunks and tables themselves. */
final class StoreOutputOfTasks extends OutputFormat<IntWritable, BytesWritable> {
  private StoreCommitter committer;

  @Override
  public RecordWriter<IntWritable, BytesWritable> getRecordWriter(TaskAttemptContext context) {
    return new RecordWriter<>() {
      @Override
      public void write(IntWritable unit, BytesWritable report) {
        throw new IllegalStateException("records go to the store's own files");
      }

      @Override
      public void close(TaskAttemptContext closing) {}
    };
  }

  @Override
  public void checkOutputSpecs(JobContext context) {}

  @Override
  public synchronized StoreCommitter getOutputCommitter(TaskAttemptContext context) {
    if (committer == null) {
      committer = new Reporting();
    }
    return committer;
  }

  /** Carries the reason why a job can't be committed to the client. */
  private static final class Reporting extends StoreCommitter {
    @Override
    public void commitJob(JobContext context) throws IOException {
      try {
        super.commitJob(context);
      } catch (IOException | RuntimeException | Error e) {
        TaskErrors.reportCommit(context, e);
        throw e;
      }
    }
  }
}
