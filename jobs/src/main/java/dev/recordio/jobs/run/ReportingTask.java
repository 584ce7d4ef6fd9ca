// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import dev.recordio.jobs.run.local.LocalProgress;
import dev.recordio.jobs.run.local.LocalSettings;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.util.ReflectionUtils;

/** Wraps a job's reader, mapper and reducer with {@link TaskErrors}, so that no command has to. */
final class ReportingTask {
  /** One step of a task. */
  interface Step<T> {
    T run() throws IOException, InterruptedException;
  }

  private static final String DELEGATE = "recordio.job.delegate.";

  /** The attempts of this process that are in a step. */
  private static final Set<TaskAttemptID> RUNNING = ConcurrentHashMap.newKeySet();

  private static final long POLL_MILLIS = 10;

  private ReportingTask() {}

  private static final String COLLECTOR = "mapreduce.job.map.output.collector.class";
  private static final String SHUFFLE = "mapreduce.job.reduce.shuffle.consumer.plugin.class";

  /**
   * Makes writers, committers, sort and shuffle report too; the last two unless the user has
   * configured others. Only in one process: elsewhere Hadoop passes the diagnostics of a task to
   * the client.
   */
  static void installLocal(Job job) throws ClassNotFoundException {
    Configuration conf = job.getConfiguration();
    delegate(conf, ReportingOutputFormat.class, job.getOutputFormatClass());
    job.setOutputFormatClass(ReportingOutputFormat.class);
    if (isHadoops(conf, COLLECTOR, "org.apache.hadoop.mapred.MapTask$MapOutputBuffer")) {
      conf.set(COLLECTOR, ReportingCollector.class.getName());
    }
    if (isHadoops(conf, SHUFFLE, "org.apache.hadoop.mapreduce.task.reduce.Shuffle")) {
      conf.set(SHUFFLE, ReportingShuffle.class.getName());
    }
  }

  private static boolean isHadoops(Configuration conf, String key, String own) {
    return conf.getTrimmed(key, own).equals(own);
  }

  /** Replaces the job's classes by reporting ones that call them. */
  static void install(Job job) throws ClassNotFoundException {
    Configuration conf = job.getConfiguration();
    delegate(conf, ReportingInputFormat.class, job.getInputFormatClass());
    job.setInputFormatClass(ReportingInputFormat.class);
    delegate(conf, ReportingMapper.class, job.getMapperClass());
    job.setMapperClass(ReportingMapper.class);
    if (job.getNumReduceTasks() > 0) {
      delegate(conf, ReportingReducer.class, job.getReducerClass());
      job.setReducerClass(ReportingReducer.class);
    }
  }

  private static void delegate(Configuration conf, Class<?> reporting, Class<?> real) {
    if (reporting != real) {
      conf.set(DELEGATE + reporting.getSimpleName(), real.getName());
    }
  }

  /** Returns a new instance of the class that the reporting one replaces. */
  static <T> T newDelegate(Configuration conf, Class<?> reporting, Class<T> type) {
    Class<?> real = conf.getClass(DELEGATE + reporting.getSimpleName(), null);
    if (real == null) {
      throw new IllegalStateException("no " + DELEGATE + reporting.getSimpleName() + " in the job");
    }
    return type.cast(ReflectionUtils.newInstance(real, conf));
  }

  /** Runs a step; a failure is reported and rethrown. */
  static <T> T guard(TaskAttemptContext context, Step<T> step)
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

  /** What is done with it. */
  private interface Body<T> {
    void run(T delegate) throws IOException, InterruptedException;
  }

  /** Runs the job's own mapper and reports its failure. */
  public static final class ReportingMapper<K1, V1, K2, V2> extends Mapper<K1, V1, K2, V2> {
    @Override
    @SuppressWarnings("unchecked")
    public void run(Context context) throws IOException, InterruptedException {
      runDelegate(context, ReportingMapper.class, Mapper.class, mapper -> mapper.run(context));
    }
  }

  /** Runs the job's own reducer and reports its failure. */
  public static final class ReportingReducer<K1, V1, K2, V2> extends Reducer<K1, V1, K2, V2> {
    @Override
    @SuppressWarnings("unchecked")
    public void run(Context context) throws IOException, InterruptedException {
      runDelegate(context, ReportingReducer.class, Reducer.class, reducer -> reducer.run(context));
    }
  }
}
