// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.jobs.run.TaskErrors;
import dev.recordio.mapreduce.store.StoreCommitter;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;

/** Commits with a {@link StoreCommitter}. Tasks write chunks and tables themselves. */
final class StoreOutputOfTasks extends NullOutputFormat<IntWritable, BytesWritable> {
  private StoreCommitter committer;

  @Override
  public synchronized StoreCommitter getOutputCommitter(TaskAttemptContext context) {
    if (committer == null) {
      committer =
          new StoreCommitter() {
            @Override
            public void commitJob(JobContext job) throws IOException {
              TaskErrors.commit(job, () -> super.commitJob(job));
            }
          };
    }
    return committer;
  }
}
