// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.commit;

import dev.recordio.jobs.job.Reports;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/**
 * Commits with a {@link ShardCommitter}. Tasks create the files of shards themselves; what they
 * write here are their {@link Reports}.
 */
public final class ManifestOutputFormat extends FileOutputFormat<IntWritable, BytesWritable> {
  private ShardCommitter committer;

  @Override
  public RecordWriter<IntWritable, BytesWritable> getRecordWriter(TaskAttemptContext context)
      throws IOException {
    Path results = getOutputCommitter(context).resultFolder(context);
    return new RecordWriter<>() {
      private SequenceFile.Writer reports; // null as long as there are none

      @Override
      public void write(IntWritable unit, BytesWritable report) throws IOException {
        if (reports == null) {
          reports = Reports.create(context.getConfiguration(), new Path(results, Reports.FILE));
        }
        reports.append(unit, report);
      }

      @Override
      public void close(TaskAttemptContext closing) throws IOException {
        if (reports != null) {
          reports.close();
        }
      }
    };
  }

  @Override
  public void checkOutputSpecs(JobContext job) throws IOException {
    if (!ShardCommitter.allowsExisting(job.getConfiguration())) {
      super.checkOutputSpecs(job);
    }
  }

  @Override
  public synchronized ShardCommitter getOutputCommitter(TaskAttemptContext context)
      throws IOException {
    if (committer == null) {
      committer = new ShardCommitter(getOutputPath(context), context);
    }
    return committer;
  }
}
