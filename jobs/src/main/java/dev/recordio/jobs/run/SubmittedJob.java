// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import dev.recordio.jobs.run.error.JobFailedException;
import dev.recordio.jobs.run.local.LocalProgress;
import dev.recordio.jobs.run.local.LocalSettings;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;

/** A job that Hadoop runs: on a cluster, or with its local runner. */
final class SubmittedJob implements RunningJob {
  private final Job job;
  private final long bytes;

  private SubmittedJob(Job job, long bytes) {
    this.job = job;
    this.bytes = bytes;
  }

  /** Submits a job, whose tasks report their failures. */
  static SubmittedJob submit(Job job, JobScratch scratch)
      throws IOException, InterruptedException, ClassNotFoundException, JobFailedException {
    OwnName.check();
    Configuration conf = job.getConfiguration();
    conf.set(TaskErrors.ERROR_DIR, scratch.subdirectory("errors").toString());
    ReportingTask.install(job);
    job.submit();
    return new SubmittedJob(job, ReportingTask.bytes(conf));
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
