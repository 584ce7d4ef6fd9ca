// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import dev.recordio.jobs.run.error.JobFailedException;
import dev.recordio.jobs.run.local.LocalProgress;
import dev.recordio.jobs.run.local.LocalSettings;
import dev.recordio.jobs.run.output.JobScratch;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.security.UserGroupInformation;

/** A job that Hadoop runs: on a cluster, or with its local runner. */
record SubmittedJob(Job job, long bytes) implements RunningJob {
  /** Reads what map tasks leave; does not load without Hadoop's native library. */
  private static final String SECURE_READER = "org.apache.hadoop.io.SecureIOUtils";

  /** Submits a job, whose tasks report their failures. */
  static SubmittedJob submit(Job job, JobScratch scratch)
      throws IOException, InterruptedException, ClassNotFoundException, JobFailedException {
    checkShuffle(job);
    checkOwnName();
    Configuration conf = job.getConfiguration();
    conf.set(TaskErrors.ERROR_DIR, scratch.subdirectory("errors").toString());
    ReportingTask.install(job);
    job.submit();
    return new SubmittedJob(job, ReportingTask.bytes(conf));
  }

  /**
   * Refuses a local job whose reducers would fail where users log in by Kerberos, before its map
   * tasks run.
   */
  private static void checkShuffle(Job job) throws JobFailedException, ClassNotFoundException {
    if (!LocalSettings.isLocal(job.getConfiguration())
        || job.getNumReduceTasks() == 0
        || !UserGroupInformation.isSecurityEnabled()) {
      return;
    }
    try {
      Class.forName(SECURE_READER);
    } catch (ExceptionInInitializerError | NoClassDefFoundError e) {
      throw new JobFailedException(
          "with Kerberos, Hadoop runs reducers in one process only if it has its native library"
              + " (libhadoop): run this on YARN (-D mapreduce.framework.name=yarn), or with the"
              + " `hadoop` of an installation that has it (hadoop checknative)");
    }
  }

  /**
   * Checks that the name of this machine has an address, which Hadoop asks for when it submits a
   * job, to its local runner, too. There is none on a machine that was named and not entered in
   * {@code /etc/hosts}; Hadoop's own error does not say whose name it is.
   */
  private static void checkOwnName() throws JobFailedException {
    try {
      InetAddress.getLocalHost();
    } catch (UnknownHostException e) {
      throw new JobFailedException(
          "the name of this machine has no address, which Hadoop needs to run a job ("
              + e.getMessage()
              + "): add the line '127.0.1.1 NAME' to /etc/hosts");
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
