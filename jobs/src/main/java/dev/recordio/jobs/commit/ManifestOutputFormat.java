// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.commit;

import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** Commits with a {@link ManifestCommitter}. The mappers create the files themselves. */
public final class ManifestOutputFormat extends FileOutputFormat<NullWritable, NullWritable> {
  private ManifestCommitter committer;

  @Override
  public RecordWriter<NullWritable, NullWritable> getRecordWriter(TaskAttemptContext context) {
    return new RecordWriter<>() {
      @Override
      public void write(NullWritable key, NullWritable value) {
        throw new IllegalStateException("records go to the shards' own files");
      }

      @Override
      public void close(TaskAttemptContext closing) {}
    };
  }

  @Override
  public void checkOutputSpecs(JobContext job) throws IOException {
    if (!ManifestCommitter.allowsExisting(job.getConfiguration())) {
      super.checkOutputSpecs(job);
    }
  }

  @Override
  public synchronized ManifestCommitter getOutputCommitter(TaskAttemptContext context)
      throws IOException {
    if (committer == null) {
      committer = new ManifestCommitter(getOutputPath(context), context);
    }
    return committer;
  }
}
