// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Optional;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;

/** Runs a prepared job to its end, with progress on the way and the task's own words on failure. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class JobRunner {
  private static final long LOCAL_POLL_MILLIS = 20;
  private static final long CLUSTER_POLL_MILLIS = 500;

  private final PrintStream err;
  private final boolean quiet;

  /**
   * @param err where progress goes
   * @param quiet no progress at all
   */
  public JobRunner(PrintStream err, boolean quiet) {
    this.err = err;
    this.quiet = quiet;
  }

  /**
   * Submits the job and waits for it.
   *
   * @param job complete, not yet submitted; its reader, mapper and reducer are wrapped so that
   *     their failures reach the client
   * @return the counters of the job, empty when the cluster no longer has them
   * @throws JobFailedException when the job fails, with the message and exit code of its first
   *     failed task
   */
  public Counters run(Job job)
      throws IOException, InterruptedException, ClassNotFoundException, JobFailedException {
    Configuration conf = job.getConfiguration();
    boolean local = LocalSettings.isLocal(conf);
    try (JobScratch scratch = JobScratch.create(conf)) {
      if (local) {
        LocalSettings.apply(conf, scratch.dir());
      }
      conf.set(TaskErrors.ERROR_DIR, scratch.subdirectory("errors").toString());
      ReportingTask.install(job);
      job.submit();
      await(job, local ? LOCAL_POLL_MILLIS : CLUSTER_POLL_MILLIS);
      if (!job.isSuccessful()) {
        throw failure(job);
      }
      Counters counters = job.getCounters();
      return counters == null ? new Counters() : counters;
    }
  }

  private void await(Job job, long pollMillis) throws IOException, InterruptedException {
    boolean reduces = job.getNumReduceTasks() > 0;
    try (JobProgress progress = JobProgress.open(job, err, quiet)) {
      while (!job.isComplete()) {
        progress.at(reduces ? (job.mapProgress() + job.reduceProgress()) / 2 : job.mapProgress());
        Thread.sleep(pollMillis);
      }
      if (job.isSuccessful()) {
        progress.at(1);
      }
    } catch (InterruptedException e) {
      job.killJob();
      throw e;
    }
  }

  private static JobFailedException failure(Job job) throws IOException, InterruptedException {
    Optional<JobFailedException> reported = TaskErrors.first(job.getConfiguration());
    if (reported.isPresent()) {
      return reported.get();
    }
    for (TaskCompletionEvent event : job.getTaskCompletionEvents(0, Integer.MAX_VALUE)) {
      TaskCompletionEvent.Status status = event.getStatus();
      if (status == TaskCompletionEvent.Status.FAILED
          || status == TaskCompletionEvent.Status.TIPFAILED) {
        String trace = String.join("\n", job.getTaskDiagnostics(event.getTaskAttemptId()));
        if (!trace.isBlank()) {
          Failure failure = Failure.ofTrace(trace);
          return new JobFailedException(failure.message(), failure.code(), trace);
        }
      }
    }
    String info = job.getStatus().getFailureInfo();
    boolean told = info != null && !info.isBlank() && !info.equals("NA");
    return new JobFailedException(
        "job "
            + job.getJobID()
            + " failed"
            + (told ? ": " + info.strip() : "; --debug shows what it logged"));
  }
}
