// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import dev.recordio.jobs.run.local.LocalProgress;
import dev.recordio.jobs.run.local.LocalSettings;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * The job's own input format, whose readers report a failure to open.
 *
 * <p>A task opens its reader before it calls the mapper, so {@link ReportingTask.ReportingMapper}
 * cannot see that failure.
 */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public final class ReportingInputFormat<K, V> extends InputFormat<K, V> {
  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException, InterruptedException {
    return delegate(context.getConfiguration()).getSplits(context);
  }

  @Override
  public RecordReader<K, V> createRecordReader(InputSplit split, TaskAttemptContext context)
      throws IOException, InterruptedException {
    return ReportingTask.guard(
        context,
        () ->
            new Reader<>(delegate(context.getConfiguration()).createRecordReader(split, context)));
  }

  @SuppressWarnings("unchecked")
  private InputFormat<K, V> delegate(Configuration conf) {
    return ReportingTask.newDelegate(conf, ReportingInputFormat.class, InputFormat.class);
  }

  /** Only {@link #initialize} adds something. */
  private static final class Reader<K, V> extends RecordReader<K, V> {
    private final RecordReader<K, V> reader;

    Reader(RecordReader<K, V> reader) {
      this.reader = reader;
    }

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context)
        throws IOException, InterruptedException {
      ReportingTask.guard(
          context,
          () -> {
            reader.initialize(split, context);
            return null;
          });
      if (LocalSettings.isLocal(context.getConfiguration())) {
        LocalProgress.reads(context.getTaskAttemptID(), reader);
      }
    }

    @Override
    public boolean nextKeyValue() throws IOException, InterruptedException {
      return reader.nextKeyValue();
    }

    @Override
    public K getCurrentKey() throws IOException, InterruptedException {
      return reader.getCurrentKey();
    }

    @Override
    public V getCurrentValue() throws IOException, InterruptedException {
      return reader.getCurrentValue();
    }

    @Override
    public float getProgress() throws IOException, InterruptedException {
      return reader.getProgress();
    }

    @Override
    public void close() throws IOException {
      reader.close();
    }
  }
}
