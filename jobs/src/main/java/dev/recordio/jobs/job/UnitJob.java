// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.job;

import dev.recordio.jobs.run.output.JobScratch;
import dev.recordio.task.JobTokens;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.function.ToLongFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;

/**
 * A job that runs a {@link UnitTask} over the units of a {@link Plan}, without a reducer. By itself
 * it writes nothing but reports; another output format makes it write more. Closing it removes what
 * was passed to its tasks, and their reports.
 *
 * @param <T> the units
 * @param <R> what is reported of each
 */
public final class UnitJob<T, R> implements Closeable {
  private final Job job;
  private final JobScratch scratch;

  private UnitJob(Configuration conf, Class<? extends UnitTask<T, R>> task)
      throws IOException, InterruptedException {
    job = Job.getInstance(conf);
    job.setJarByClass(task);
    setUp(job, task);
    job.setOutputKeyClass(IntWritable.class);
    job.setOutputValueClass(BytesWritable.class);
    job.setOutputFormatClass(SequenceFileOutputFormat.class);
    scratch = JobScratch.create(job.getConfiguration());
    FileOutputFormat.setCompressOutput(job, false);
    FileOutputFormat.setOutputPath(job, scratch(Reports.FILE));
  }

  /**
   * Makes a job whose output and scratch folder are prepared elsewhere run units.
   *
   * @return its plan, without units: it must be {@link Plan#set}
   */
  public static <T> Plan<T> setUp(Job job, Class<? extends UnitTask<T, ?>> task) {
    job.setInputFormatClass(UnitInputFormat.class);
    job.setMapperClass(UnitMapper.class);
    job.setNumReduceTasks(0);
    setTask(job, task);
    return Plan.of(job.getConfiguration());
  }

  /** Sets what is done with the units of a job. */
  static void setTask(Job job, Class<? extends UnitTask<?, ?>> task) {
    UnitMapper.setTask(job.getConfiguration(), task);
  }

  /**
   * Makes ready what a job needs.
   *
   * @param <T> the units
   * @param <R> what is reported of each
   */
  @FunctionalInterface
  public interface Preparation<T, R> {
    /** Sets keys, tokens, plan and output of a job. */
    void prepare(UnitJob<T, R> job) throws IOException, InterruptedException;
  }

  /**
   * Prepares a job.
   *
   * @param conf a configuration, which is copied
   * @param preparation if it fails, nothing of the job is left
   */
  public static <T, R> UnitJob<T, R> prepare(
      Configuration conf, Class<? extends UnitTask<T, R>> task, Preparation<T, R> preparation)
      throws IOException, InterruptedException {
    var job = new UnitJob<T, R>(conf, task);
    try {
      preparation.prepare(job);
      return job;
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      try (job) {
        throw e;
      }
    }
  }

  /** Returns the job, not yet submitted. */
  public Job job() {
    return job;
  }

  /** Returns the job's configuration. */
  public Configuration conf() {
    return job.getConfiguration();
  }

  /** Gets the job the tokens that its tasks need to read and write these files and folders. */
  public void use(List<Path> paths) throws IOException {
    JobTokens.obtain(conf(), job.getCredentials(), paths);
  }

  /** Returns a file, or folder, that exists as long as the job. */
  public Path scratch(String name) {
    return new Path(scratch.dir(), name);
  }

  /** Creates a plan without units. */
  public Plan<T> newPlan() {
    return Plan.of(conf());
  }

  /** Sets what the job does. */
  public void plan(Plan<T> plan) throws IOException {
    plan.set(conf(), scratch("plan"));
  }

  /** Sets what the job does: a task for each unit, of so many bytes. */
  public void plan(List<T> units, ToLongFunction<T> bytes) throws IOException {
    plan(newPlan().tasks(units, bytes));
  }

  /** Sets what the job makes, and who commits it; by itself a job writes its reports only. */
  public void output(Path output, Class<? extends OutputFormat<?, ?>> format) {
    job.setOutputFormatClass(format);
    FileOutputFormat.setOutputPath(job, output);
  }

  /** Passes on the reports after the job has succeeded, in the order of tasks. */
  public void reports(Reports.Taker<R> taker) throws IOException {
    Reports.each(conf(), files(), taker);
  }

  private Path files() {
    return new Path(scratch(Reports.FILE), "part-*");
  }

  @Override
  public void close() throws IOException {
    scratch.close();
  }
}
