// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import dev.recordio.jobs.run.local.LocalProgress;
import dev.recordio.jobs.run.local.LocalSettings;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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
public final class ReportingInputFormat<K, V> extends InputFormat<K, V> {
  /** Splits that are known before a job is submitted, by its folder of error reports. */
  private static final Map<String, List<InputSplit>> PLANNED = new ConcurrentHashMap<>();

  /** The bytes of jobs that are being submitted, by their folders of error reports. */
  private static final Map<String, Long> BYTES = new ConcurrentHashMap<>();

  /** Splits that are kept until it is closed. */
  interface Plan extends AutoCloseable {
    /** Returns the bytes of the splits, once the job is submitted. */
    long bytes();

    @Override
    void close();
  }

  /**
   * Makes the splits of a job known, so that its submission does not plan them again.
   *
   * @param conf of the job, with {@link TaskErrors#ERROR_DIR}
   * @param splits null if they are not known
   */
  static Plan plan(Configuration conf, List<InputSplit> splits) {
    String job = conf.get(TaskErrors.ERROR_DIR);
    if (splits != null) {
      PLANNED.put(job, splits);
    }
    BYTES.put(job, 0L);
    return new Plan() {
      @Override
      public long bytes() {
        return BYTES.get(job);
      }

      @Override
      public void close() {
        PLANNED.remove(job);
        BYTES.remove(job);
      }
    };
  }

  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    String job = conf.get(TaskErrors.ERROR_DIR);
    List<InputSplit> planned = job == null ? null : PLANNED.remove(job);
    List<InputSplit> splits = planned == null ? delegate(conf).getSplits(context) : planned;
    if (job != null) {
      BYTES.computeIfPresent(job, (key, unknown) -> SplitLengths.sum(splits));
    }
    return splits;
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
  private static final class Reader<K, V> extends ForwardingReader<K, V> {
    Reader(RecordReader<K, V> reader) {
      super(reader);
    }

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context)
        throws IOException, InterruptedException {
      ReportingTask.guard(
          context,
          () -> {
            super.initialize(split, context);
            return null;
          });
      if (LocalSettings.isLocal(context.getConfiguration())) {
        LocalProgress.reads(context.getTaskAttemptID(), this);
      }
    }
  }
}
