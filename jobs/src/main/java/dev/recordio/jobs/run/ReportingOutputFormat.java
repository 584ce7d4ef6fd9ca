// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;

/**
 * The job's own output format, whose writers report a failure to open or to close, and with
 * Hadoop's own committer that reports, too: a task opens its writer before it calls the mapper or
 * the reducer, closes it and commits after that.
 */
public final class ReportingOutputFormat<K, V> extends OutputFormat<K, V> {
  private OutputFormat<K, V> delegate;

  @SuppressWarnings("unchecked")
  private synchronized OutputFormat<K, V> delegate(Configuration conf) {
    if (delegate == null) {
      delegate = ReportingTask.newDelegate(conf, ReportingOutputFormat.class, OutputFormat.class);
    }
    return delegate;
  }

  @Override
  public void checkOutputSpecs(JobContext job) throws IOException, InterruptedException {
    delegate(job.getConfiguration()).checkOutputSpecs(job);
  }

  @Override
  public RecordWriter<K, V> getRecordWriter(TaskAttemptContext context)
      throws IOException, InterruptedException {
    return ReportingTask.guard(
        context, () -> new Writer<>(delegate(context.getConfiguration()).getRecordWriter(context)));
  }

  @Override
  public OutputCommitter getOutputCommitter(TaskAttemptContext context)
      throws IOException, InterruptedException {
    OutputCommitter committer = delegate(context.getConfiguration()).getOutputCommitter(context);
    // Tasks ask their committer for what its class alone has: another one is not replaced.
    return committer.getClass() == FileOutputCommitter.class
        ? new ReportingCommitter(((FileOutputCommitter) committer).getOutputPath(), context)
        : committer;
  }

  /** Only {@link #close} adds something: a failing write fails the mapper or the reducer. */
  private static final class Writer<K, V> extends RecordWriter<K, V> {
    private final RecordWriter<K, V> writer;

    Writer(RecordWriter<K, V> writer) {
      this.writer = writer;
    }

    @Override
    public void write(K key, V value) throws IOException, InterruptedException {
      writer.write(key, value);
    }

    @Override
    public void close(TaskAttemptContext context) throws IOException, InterruptedException {
      ReportingTask.guard(
          context,
          () -> {
            writer.close(context);
            return null;
          });
    }
  }
}
