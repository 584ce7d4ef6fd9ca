// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import dev.recordio.jobs.run.local.LocalProgress;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.StatusReporter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.map.WrappedMapper;
import org.apache.hadoop.mapreduce.task.MapContextImpl;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * The only attempt of a map task of a {@link LocalJob}: setup, mapper, commit. If one of them
 * fails, the attempt is aborted.
 */
final class LocalTask<K1, V1, K2, V2> implements TasksInOrder.Task {
  private final TaskAttemptID id;
  private final InputSplit split;
  private final JobConf job;
  private final Meter meter = new Meter();

  /**
   * @param job the job's configuration, not changed
   */
  LocalTask(JobConf job, TaskAttemptID id, InputSplit split) {
    this.job = job;
    this.id = id;
    this.split = split;
  }

  private JobConf conf() {
    var conf = new JobConf(job);
    conf.set(MRJobConfig.TASK_ID, id.getTaskID().toString());
    conf.set(MRJobConfig.TASK_ATTEMPT_ID, id.toString());
    conf.setInt(MRJobConfig.TASK_PARTITION, id.getTaskID().getId());
    conf.setBoolean(MRJobConfig.TASK_ISMAP, true);
    return conf;
  }

  /** Returns the id of a task's only attempt. */
  static TaskAttemptID attempt(JobID job, int task) {
    return new TaskAttemptID(new TaskID(job, TaskType.MAP, task), 0);
  }

  /** Returns what it has counted; complete when it has ended. */
  Counters counters() {
    return meter.counters;
  }

  @Override
  @SuppressWarnings("unchecked") // the job says so
  public void run() throws Exception {
    JobConf conf = conf();
    var context = new TaskAttemptContextImpl(conf, id, meter);
    var format =
        (OutputFormat<K2, V2>) ReflectionUtils.newInstance(context.getOutputFormatClass(), conf);
    OutputCommitter committer = format.getOutputCommitter(context);
    try {
      committer.setupTask(context);
      map(context, format, committer);
      if (committer.needsTaskCommit(context)) {
        committer.commitTask(context);
      }
    } catch (Throwable e) {
      Thread.interrupted(); // else files can't be removed
      try {
        committer.abortTask(context);
      } catch (IOException | RuntimeException | Error also) {
        e.addSuppressed(also);
      }
      throw e;
    }
  }

  @SuppressWarnings("unchecked") // the job says so
  private void map(
      TaskAttemptContext context, OutputFormat<K2, V2> format, OutputCommitter committer)
      throws Exception {
    Configuration conf = context.getConfiguration();
    var mapper =
        (Mapper<K1, V1, K2, V2>) ReflectionUtils.newInstance(context.getMapperClass(), conf);
    var input =
        (InputFormat<K1, V1>) ReflectionUtils.newInstance(context.getInputFormatClass(), conf);
    RecordReader<K1, V1> reader = null;
    RecordWriter<K2, V2> writer = null;
    try {
      reader = input.createRecordReader(split, context);
      writer = format.getRecordWriter(context);
      var counting = new CountingContext(conf, reader, writer, committer);
      var mapContext = new WrappedMapper<K1, V1, K2, V2>().getMapContext(counting);
      reader.initialize(split, mapContext);
      LocalProgress.reads(id, reader);
      mapper.run(mapContext);
      LocalProgress.ends(id);
      RecordReader<K1, V1> openReader = reader;
      reader = null;
      openReader.close();
      RecordWriter<K2, V2> openWriter = writer;
      writer = null;
      openWriter.close(mapContext);
      meter.getCounter(TaskCounter.MAP_INPUT_RECORDS).increment(counting.read);
      meter.getCounter(TaskCounter.MAP_OUTPUT_RECORDS).increment(counting.written);
    } catch (Throwable e) {
      close(reader, writer, context, e);
      throw e;
    }
  }

  private static void close(
      RecordReader<?, ?> reader,
      RecordWriter<?, ?> writer,
      TaskAttemptContext context,
      Throwable why) {
    try {
      if (reader != null) {
        reader.close();
      }
    } catch (IOException | RuntimeException e) {
      why.addSuppressed(e);
    }
    try {
      if (writer != null) {
        writer.close(context);
      }
    } catch (IOException | InterruptedException | RuntimeException e) {
      why.addSuppressed(e);
    }
  }

  /** Counts the values that the mapper reads and writes, which are counters of Hadoop's tasks. */
  private final class CountingContext extends MapContextImpl<K1, V1, K2, V2> {
    private long read;
    private long written;

    CountingContext(
        Configuration conf,
        RecordReader<K1, V1> reader,
        RecordWriter<K2, V2> writer,
        OutputCommitter committer) {
      super(conf, id, reader, writer, committer, meter, split);
    }

    @Override
    public boolean nextKeyValue() throws IOException, InterruptedException {
      boolean more = super.nextKeyValue();
      if (more) {
        read++;
      }
      return more;
    }

    @Override
    public void write(K2 key, V2 value) throws IOException, InterruptedException {
      super.write(key, value);
      written++;
    }
  }

  /** What the task counts. Nobody ends a task that makes no progress. */
  private static final class Meter extends StatusReporter {
    private final Counters counters = new Counters();

    @Override
    public Counter getCounter(Enum<?> name) {
      return counters.findCounter(name);
    }

    @Override
    public Counter getCounter(String group, String name) {
      return counters.findCounter(group, name);
    }

    @Override
    public void progress() {}

    @Override
    public float getProgress() {
      return 0; // the client asks the reader
    }

    @Override
    public void setStatus(String status) {}
  }
}
