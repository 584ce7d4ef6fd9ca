// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.csr;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** Commits with {@link CsrCommitter}; the files are made by the mappers themselves. */
final class CsrOutputFormat extends FileOutputFormat<NullWritable, NullWritable> {
  private OutputCommitter committer;

  @Override
  public RecordWriter<NullWritable, NullWritable> getRecordWriter(TaskAttemptContext context) {
    return new RecordWriter<>() {
      @Override
      public void write(NullWritable key, NullWritable value) {
        throw new IllegalStateException("rows go to the shards' own files");
      }

      @Override
      public void close(TaskAttemptContext closing) {}
    };
  }

  @Override
  public synchronized OutputCommitter getOutputCommitter(TaskAttemptContext context)
      throws IOException {
    if (committer == null) {
      committer = new CsrCommitter(getOutputPath(context), context);
    }
    return committer;
  }

  /** Returns the folder of a task attempt, whose files are the output's when it is committed. */
  static Path workFolder(TaskInputOutputContext<?, ?, ?, ?> context) throws IOException {
    return ((FileOutputCommitter) context.getOutputCommitter()).getWorkPath();
  }
}
