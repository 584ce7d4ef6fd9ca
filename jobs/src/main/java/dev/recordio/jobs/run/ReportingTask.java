// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import dev.recordio.jobs.run.local.LocalProgress;
import dev.recordio.jobs.run.local.LocalSettings;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.MapOutputCollector;
import org.apache.hadoop.mapred.MapTask;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.mapred.ShuffleConsumerPlugin;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.task.reduce.Shuffle;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * The steps of a submitted job's tasks, each with its failure reported by {@link TaskErrors}: a
 * task opens its reader and its writer before it calls the mapper or the reducer, sorts and
 * shuffles around them, and closes and commits after them.
 */
final class ReportingTask {
  private static final String DELEGATE = "recordio.job.delegate.";
  private static final String BYTES = "recordio.job.input-bytes";
  private static final String COLLECTOR = "mapreduce.job.map.output.collector.class";
  private static final String SHUFFLE = "mapreduce.job.reduce.shuffle.consumer.plugin.class";

  /** The attempts of this process that are in a step. */
  private static final Set<TaskAttemptID> RUNNING = ConcurrentHashMap.newKeySet();

  private static final long POLL_MILLIS = 10;

  private ReportingTask() {}

  /**
   * Replaces the job's classes by reporting ones that call them. Writers, committers, sort and
   * shuffle report only in Hadoop's local runner, which loses their failures; elsewhere Hadoop
   * passes the diagnostics of a task to the client.
   */
  static void install(Job job) throws ClassNotFoundException {
    Configuration conf = job.getConfiguration();
    delegate(conf, Input.class, job.getInputFormatClass());
    job.setInputFormatClass(Input.class);
    delegate(conf, ReportingMapper.class, job.getMapperClass());
    job.setMapperClass(ReportingMapper.class);
    if (job.getNumReduceTasks() > 0) {
      delegate(conf, ReportingReducer.class, job.getReducerClass());
      job.setReducerClass(ReportingReducer.class);
    }
    if (LocalSettings.isLocal(conf)) {
      delegate(conf, Output.class, job.getOutputFormatClass());
      job.setOutputFormatClass(Output.class);
      if (isHadoops(conf, COLLECTOR, "org.apache.hadoop.mapred.MapTask$MapOutputBuffer")) {
        conf.set(COLLECTOR, Collector.class.getName());
      }
      if (isHadoops(conf, SHUFFLE, "org.apache.hadoop.mapreduce.task.reduce.Shuffle")) {
        conf.set(SHUFFLE, ReportingShuffle.class.getName());
      }
    }
  }

  private static boolean isHadoops(Configuration conf, String key, String own) {
    return conf.getTrimmed(key, own).equals(own);
  }

  private static void delegate(Configuration conf, Class<?> reporting, Class<?> real) {
    if (reporting != real) {
      conf.set(DELEGATE + reporting.getSimpleName(), real.getName());
    }
  }

  /** Returns a new instance of the class that the reporting one replaces. */
  private static <T> T newDelegate(Configuration conf, Class<?> reporting, Class<T> type) {
    Class<?> real = conf.getClass(DELEGATE + reporting.getSimpleName(), null);
    if (real == null) {
      throw new IllegalStateException("no " + DELEGATE + reporting.getSimpleName() + " in the job");
    }
    return type.cast(ReflectionUtils.newInstance(real, conf));
  }

  /** Returns the bytes of the splits of a submitted job; 0 when they are unknown. */
  static long bytes(Configuration conf) {
    return conf.getLong(BYTES, 0);
  }

  /** One step of a task. */
  private interface Step<T> {
    T run() throws IOException, InterruptedException;
  }

  /** Runs a step; a failure is reported and rethrown. */
  private static <T> T guard(TaskAttemptContext context, Step<T> step)
      throws IOException, InterruptedException {
    RUNNING.add(context.getTaskAttemptID());
    try {
      return step.run();
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      TaskErrors.report(context.getConfiguration(), context.getTaskAttemptID(), e);
      throw e;
    } finally {
      RUNNING.remove(context.getTaskAttemptID());
    }
  }

  /**
   * Waits until no task of a job does anything in this process: a killed task continues until it
   * checks whether it is killed.
   */
  static void awaitEnd(JobID job, long millis) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    String id = job.toString(); // ids of the two APIs are never equal
    while (RUNNING.stream().anyMatch(attempt -> attempt.getJobID().toString().equals(id))
        && System.nanoTime() - end < 0) {
      Thread.sleep(POLL_MILLIS);
    }
  }

  /** Runs what a reporting class replaces. */
  private static <T> void runDelegate(
      TaskAttemptContext context, Class<?> reporting, Class<T> type, Body<T> body)
      throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    guard(
        context,
        () -> {
          body.run(newDelegate(conf, reporting, type));
          if (LocalSettings.isLocal(conf)) {
            LocalProgress.ends(context.getTaskAttemptID());
          }
          return null;
        });
  }

  private interface Body<T> {
    void run(T delegate) throws IOException, InterruptedException;
  }

  /** Runs the job's own mapper. */
  public static final class ReportingMapper<K1, V1, K2, V2> extends Mapper<K1, V1, K2, V2> {
    @Override
    @SuppressWarnings("unchecked")
    public void run(Context context) throws IOException, InterruptedException {
      runDelegate(context, ReportingMapper.class, Mapper.class, mapper -> mapper.run(context));
    }
  }

  /** Runs the job's own reducer. */
  public static final class ReportingReducer<K1, V1, K2, V2> extends Reducer<K1, V1, K2, V2> {
    @Override
    @SuppressWarnings("unchecked")
    public void run(Context context) throws IOException, InterruptedException {
      runDelegate(context, ReportingReducer.class, Reducer.class, reducer -> reducer.run(context));
    }
  }

  /** The job's own input format. */
  public static final class Input<K, V> extends InputFormat<K, V> {
    @SuppressWarnings("unchecked")
    private InputFormat<K, V> delegate(Configuration conf) {
      return newDelegate(conf, Input.class, InputFormat.class);
    }

    @Override
    public List<InputSplit> getSplits(JobContext job) throws IOException, InterruptedException {
      List<InputSplit> splits = delegate(job.getConfiguration()).getSplits(job);
      job.getConfiguration().setLong(BYTES, LocalJob.bytes(splits)); // the client's own object
      return splits;
    }

    @Override
    public RecordReader<K, V> createRecordReader(InputSplit split, TaskAttemptContext context)
        throws IOException, InterruptedException {
      return guard(
          context,
          () ->
              new Reader<>(
                  delegate(context.getConfiguration()).createRecordReader(split, context)));
    }
  }

  /** Reports a failure to open; a failing read fails the mapper. */
  private static final class Reader<K, V> extends RecordReader<K, V> {
    private final RecordReader<K, V> reader;

    Reader(RecordReader<K, V> reader) {
      this.reader = reader;
    }

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context)
        throws IOException, InterruptedException {
      guard(
          context,
          () -> {
            reader.initialize(split, context);
            return null;
          });
      if (LocalSettings.isLocal(context.getConfiguration())) {
        LocalProgress.reads(context.getTaskAttemptID(), this);
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

  /** The job's own output format, with Hadoop's own committer reporting, too. */
  public static final class Output<K, V> extends OutputFormat<K, V> {
    private OutputFormat<K, V> delegate;

    @SuppressWarnings("unchecked")
    private synchronized OutputFormat<K, V> delegate(Configuration conf) {
      if (delegate == null) {
        delegate = newDelegate(conf, Output.class, OutputFormat.class);
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
      return guard(
          context,
          () -> new Writer<>(delegate(context.getConfiguration()).getRecordWriter(context)));
    }

    @Override
    public OutputCommitter getOutputCommitter(TaskAttemptContext context)
        throws IOException, InterruptedException {
      OutputCommitter committer = delegate(context.getConfiguration()).getOutputCommitter(context);
      // Tasks ask their committer for what its class alone has: another one is not replaced.
      return committer.getClass() == FileOutputCommitter.class
          ? new Committer(((FileOutputCommitter) committer).getOutputPath(), context)
          : committer;
    }
  }

  /** Reports a failure to close; a failing write fails the mapper or the reducer. */
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
      guard(
          context,
          () -> {
            writer.close(context);
            return null;
          });
    }
  }

  /** Hadoop's own committer. */
  private static final class Committer extends FileOutputCommitter {
    Committer(Path output, TaskAttemptContext context) throws IOException {
      super(output, context);
    }

    @Override
    public void setupJob(JobContext job) throws IOException {
      TaskErrors.commit(job, () -> super.setupJob(job));
    }

    @Override
    public void commitJob(JobContext job) throws IOException {
      TaskErrors.commit(job, () -> super.commitJob(job));
    }

    @Override
    public boolean needsTaskCommit(TaskAttemptContext task) throws IOException {
      try {
        return super.needsTaskCommit(task);
      } catch (IOException | RuntimeException | Error e) {
        TaskErrors.report(task.getConfiguration(), task.getTaskAttemptID(), e);
        throw e;
      }
    }

    @Override
    public void commitTask(TaskAttemptContext task) throws IOException {
      try {
        super.commitTask(task);
      } catch (IOException | RuntimeException | Error e) {
        TaskErrors.report(task.getConfiguration(), task.getTaskAttemptID(), e);
        throw e;
      }
    }
  }

  /** Hadoop's own sort of a map task's output: it begins before the mapper and ends after it. */
  public static final class Collector<K, V> extends MapTask.MapOutputBuffer<K, V> {
    private MapOutputCollector.Context context;

    @Override
    public void init(MapOutputCollector.Context given) throws IOException, ClassNotFoundException {
      context = given;
      try {
        super.init(given);
      } catch (IOException | ClassNotFoundException | RuntimeException | Error e) {
        report(e);
        throw e;
      }
    }

    @Override
    public void flush() throws IOException, ClassNotFoundException, InterruptedException {
      try {
        super.flush();
      } catch (IOException
          | ClassNotFoundException
          | InterruptedException
          | RuntimeException
          | Error e) {
        report(e);
        throw e;
      }
    }

    private void report(Throwable e) {
      TaskErrors.report(context.getJobConf(), context.getMapTask().getTaskID(), e);
    }
  }

  /** Hadoop's own shuffle: it ends before the reducer is called. */
  public static final class ReportingShuffle<K, V> extends Shuffle<K, V> {
    @SuppressWarnings("rawtypes")
    private ShuffleConsumerPlugin.Context context;

    @Override
    @SuppressWarnings("rawtypes") // Hadoop declares it raw
    public void init(ShuffleConsumerPlugin.Context given) {
      context = given;
      try {
        super.init(given);
      } catch (RuntimeException | Error e) {
        TaskErrors.report(given.getJobConf(), given.getReduceId(), e);
        throw e;
      }
    }

    @Override
    public RawKeyValueIterator run() throws IOException, InterruptedException {
      try {
        return super.run();
      } catch (IOException | InterruptedException | RuntimeException | Error e) {
        TaskErrors.report(context.getJobConf(), context.getReduceId(), e);
        throw e;
      }
    }
  }
}
