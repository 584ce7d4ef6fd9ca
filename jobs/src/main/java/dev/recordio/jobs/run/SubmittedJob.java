// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import dev.recordio.jobs.run.error.JobFailedException;
import dev.recordio.jobs.run.local.LocalProgress;
import dev.recordio.jobs.run.local.LocalSettings;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;

/** A job that Hadoop runs: on a cluster, or with its local runner. */
final class SubmittedJob implements RunningJob {
  private final Job job;
  private final long bytes;

  private SubmittedJob(Job job, long bytes) {
    this.job = job;
    this.bytes = bytes;
  }

  /**
   * Submits a job. Its reader, mapper and reducer are wrapped, so that their failures reach the
   * client.
   *
   * @param splits of the job, if they are known; else null
   */
  static SubmittedJob submit(Job job, JobScratch scratch, List<InputSplit> splits)
      throws IOException, InterruptedException, ClassNotFoundException, JobFailedException {
    OwnName.check();
    Configuration conf = job.getConfiguration();
    if (LocalSettings.isLocal(conf)) {
      ReportingTask.installLocal(job);
    }
    conf.set(TaskErrors.ERROR_DIR, scratch.subdirectory("errors").toString());
    ReportingTask.install(job);
    try (var planned = ReportingInputFormat.plan(conf, splits)) {
      job.submit();
      return new SubmittedJob(job, planned.bytes());
    }
  }

  @Override
  public void await(long millis) throws InterruptedException {
    Thread.sleep(millis);
  }

  @Override
  public boolean isComplete() throws IOException {
    return job.isComplete();
  }

  @Override
  public boolean isSuccessful() throws IOException {
    return job.isSuccessful();
  }

  @Override
  public float done() throws IOException {
    if (LocalSettings.isLocal(job.getConfiguration())) {
      return LocalProgress.of(job.getJobID(), job.getConfiguration());
    }
    return job.getNumReduceTasks() > 0
        ? (job.mapProgress() + job.reduceProgress()) / 2
        : job.mapProgress();
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public JobFailedException failure() throws IOException, InterruptedException {
    return JobFailure.of(job);
  }

  @Override
  public void kill() throws IOException {
    job.killJob();
  }

  @Override
  public void awaitTasks(long millis) throws InterruptedException {
    ReportingTask.awaitEnd(job.getJobID(), millis);
  }

  @Override
  public Counters counters() throws IOException {
    return JobCounters.of(job);
  }
}
