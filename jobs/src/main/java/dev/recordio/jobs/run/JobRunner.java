// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.Failure;
import dev.recordio.jobs.run.error.JobFailedException;
import dev.recordio.jobs.run.local.LocalProgress;
import dev.recordio.jobs.run.local.LocalSettings;
import dev.recordio.jobs.run.output.Interruption;
import dev.recordio.jobs.run.output.JobScratch;
import dev.recordio.jobs.run.output.NewOutput;
import dev.recordio.jobs.run.output.OutputClaim;
import dev.recordio.jobs.run.progress.JobProgress;
import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;

/** Runs a prepared job to its end, with progress, and with the task's own message on failure. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class JobRunner {
  private static final long LOCAL_POLL_MILLIS = 20;
  private static final long CLUSTER_POLL_MILLIS = 500;

  private static final String INTERRUPTED = "interrupted";

  /** Longer than YARN takes to kill a job by force, which is 10 s by default. */
  private static final long MAX_KILL_MILLIS = 30_000;

  private final PrintStream err;
  private final boolean quiet;
  private final Interruption interruption;
  private JobProgress ofCommand = new JobProgress();

  /**
   * @param err where progress goes
   * @param quiet no progress
   */
  public JobRunner(PrintStream err, boolean quiet) {
    this(err, quiet, Interruption.ofProcess());
  }

  JobRunner(PrintStream err, boolean quiet, Interruption interruption) {
    this.err = err;
    this.quiet = quiet;
    this.interruption = interruption;
  }

  /** Makes the job a part of the progress of a command with several. */
  @InterfaceAudience.Private
  public JobRunner within(JobProgress command) {
    ofCommand = command;
    return this;
  }

  /**
   * Begins the job and waits for it. Meanwhile no other command writes to its output. The output of
   * a job that does not succeed is removed if the job has made it and nothing else is in it.
   *
   * <p>A local job without reducers runs on threads of this process ({@link LocalJob}); one that
   * sorts runs in Hadoop's local runner.
   *
   * @param job complete, not yet submitted; if it is submitted, its reader, mapper and reducer are
   *     wrapped so that their failures reach the client
   * @return the counters of the job, empty when the cluster no longer has them
   * @throws JobFailedException when the job fails, with the message and exit code of the task that
   *     made it fail; or when the process is asked to end, and the job is killed
   * @throws InterruptedException when the thread is interrupted; the job is killed
   */
  public Counters run(Job job)
      throws IOException, InterruptedException, ClassNotFoundException, JobFailedException {
    if (interruption.isRequested()) {
      throw new JobFailedException(INTERRUPTED, ExitCode.INTERRUPTED);
    }
    Configuration conf = job.getConfiguration();
    boolean local = LocalSettings.isLocal(conf);
    interruption.jobBegins();
    try (JobScratch scratch = JobScratch.create(conf);
        NewOutput output = NewOutput.of(job)) {
      if (local) {
        LocalSettings.apply(conf, scratch.dir());
      }
      RunningJob running;
      try (JobProgress progress = ofCommand.open(job, err, quiet)) {
        running = begin(job, scratch, output);
        progress.begun(job, running.bytes());
        try {
          if (!await(running, local ? LOCAL_POLL_MILLIS : CLUSTER_POLL_MILLIS, progress)) {
            throw interrupted(job, running, output);
          }
          if (!running.isSuccessful()) {
            throw running.failure();
          }
        } catch (IOException | InterruptedException | JobFailedException | RuntimeException e) {
          progress.close(); // before warnings
          if (end(job, running, output, e)) {
            discard(output, e);
          }
          throw e;
        }
      }
      if (output != null) {
        output.claim().jobEnds();
        output.claim().requireHeld();
      }
      return running.counters();
    } finally {
      if (job.getJobID() != null) {
        LocalProgress.forget(job.getJobID());
      }
      interruption.jobEnds();
    }
  }

  /** On a cluster, the job goes on when this process ends: so the claim of its output must stay. */
  private static RunningJob begin(Job job, JobScratch scratch, NewOutput output)
      throws IOException, InterruptedException, ClassNotFoundException, JobFailedException {
    if (LocalJob.canRun(job)) {
      return LocalJob.start(job, scratch);
    }
    if (output == null || LocalSettings.isLocal(job.getConfiguration())) {
      return SubmittedJob.submit(job, scratch);
    }
    OutputClaim claim = output.claim();
    boolean submitted = false;
    claim.jobBegins();
    try {
      RunningJob running = SubmittedJob.submit(job, scratch);
      submitted = true;
      claim.jobIs(job.getJobID());
      return running;
    } finally {
      if (!submitted) {
        claim.jobEnds();
      }
    }
  }

  /** Waits for the end of the job; returns false when it must be killed before. */
  private boolean await(RunningJob running, long pollMillis, JobProgress progress)
      throws IOException, InterruptedException {
    float done = 0;
    while (!running.isComplete()) {
      if (interruption.isRequested()) {
        return false;
      }
      done = Math.max(done, running.done());
      progress.at(done);
      running.await(pollMillis);
    }
    if (running.isSuccessful()) {
      progress.at(1);
    }
    return true;
  }

  private JobFailedException interrupted(Job job, RunningJob running, NewOutput output) {
    var interrupted = new JobFailedException(INTERRUPTED, ExitCode.INTERRUPTED);
    boolean removed = end(job, running, output, interrupted) && discard(output, interrupted);
    return removed
        ? new JobFailedException(INTERRUPTED + "; removed " + output.path(), ExitCode.INTERRUPTED)
        : interrupted;
  }

  /**
   * Kills a job that still runs, and waits for its tasks: their files are removed next.
   *
   * @return whether the job is known to have ended
   */
  private boolean end(Job job, RunningJob running, NewOutput output, Exception why) {
    boolean ended = false;
    try {
      if (!running.isComplete()) {
        running.kill();
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MAX_KILL_MILLIS);
        while (!running.isComplete() && System.nanoTime() - end < 0) {
          running.await(LOCAL_POLL_MILLIS);
        }
      }
      running.awaitTasks(MAX_KILL_MILLIS);
      ended = running.isComplete();
    } catch (IOException | RuntimeException e) {
      why.addSuppressed(e);
    } catch (InterruptedException e) {
      why.addSuppressed(e);
      Thread.currentThread().interrupt();
    }
    if (!ended) {
      err.println("warning: " + job.getJobID() + " may still run, and its output stays");
    } else if (output != null) {
      output.claim().jobEnds();
    }
    return ended;
  }

  /**
   * Removes the output of a job that has not succeeded; returns whether it existed and was removed.
   */
  private boolean discard(NewOutput output, Exception why) {
    if (output == null) {
      return false;
    }
    try {
      NewOutput.Rest rest = output.discard();
      if (rest.foreign() != null) {
        err.println(
            "warning: "
                + output.path()
                + " stays: it holds "
                + rest.foreign()
                + ", which the job did not write");
      }
      return rest.removed();
    } catch (IOException | RuntimeException e) {
      why.addSuppressed(e);
      err.println("warning: " + output.path() + " stays: " + Failure.of(e).message());
      return false;
    }
  }
}
