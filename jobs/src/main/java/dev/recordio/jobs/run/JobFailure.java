// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import dev.recordio.jobs.run.error.Failure;
import dev.recordio.jobs.run.error.JobFailedException;
import java.io.IOException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;

/**
 * Why a job failed, from the attempt that made it fail: the last one of the task that had no
 * attempts left. Other tasks may have failed before, and recovered.
 */
final class JobFailure {
  /** What YARN's application master reports for each task that has failed finally. */
  private static final Pattern FAILED_TASK = Pattern.compile("Task failed (task_\\w+)");

  /** What it reports next; tasks that fail while the others are killed come after it. */
  private static final String END = "Job failed as tasks failed";

  private JobFailure() {}

  /** Returns the failure of a job that has ended without success. */
  static JobFailedException of(Job job) throws IOException, InterruptedException {
    Configuration conf = job.getConfiguration();
    String info = job.getStatus().getFailureInfo();
    String task = failedTask(info);
    Optional<JobFailedException> failure =
        task != null ? ofTask(job, task) : TaskErrors.ofCommit(conf, job.getJobID());
    boolean informed = info != null && !info.isBlank() && !info.equals("NA");
    if (failure.isEmpty() && (task != null || !informed)) {
      failure = TaskErrors.likeliest(conf, task == null ? "" : task);
    }
    if (failure.isEmpty()) {
      failure = TaskErrors.unwritten(job.getJobID());
    }
    return failure.orElseGet(
        () ->
            new JobFailedException(
                "job "
                    + job.getJobID()
                    + " failed"
                    + (informed ? ": " + info.strip() : "; --debug shows what it logged")));
  }

  /**
   * Returns the id of the task that made a job fail; null when there was none, or it is unknown.
   */
  static String failedTask(String info) {
    if (info == null) {
      return null;
    }
    int end = info.indexOf(END);
    Matcher matcher = FAILED_TASK.matcher(end < 0 ? info : info.substring(0, end));
    String last = null;
    while (matcher.find()) {
      last = matcher.group(1);
    }
    return last;
  }

  private static Optional<JobFailedException> ofTask(Job job, String task)
      throws InterruptedException {
    try {
      TaskAttemptID last = lastAttempt(job, task);
      return last == null ? Optional.empty() : ofAttempt(job, last);
    } catch (IOException e) {
      return Optional.empty(); // no history server: only what the task itself has reported
    }
  }

  private static TaskAttemptID lastAttempt(Job job, String task)
      throws IOException, InterruptedException {
    TaskAttemptID last = null;
    for (TaskCompletionEvent event : job.getTaskCompletionEvents(0, Integer.MAX_VALUE)) {
      TaskAttemptID attempt = event.getTaskAttemptId();
      boolean failed =
          event.getStatus() == TaskCompletionEvent.Status.FAILED
              || event.getStatus() == TaskCompletionEvent.Status.TIPFAILED;
      if (failed
          && attempt.getTaskID().toString().equals(task)
          && (last == null || attempt.getId() > last.getId())) {
        last = attempt;
      }
    }
    return last;
  }

  private static Optional<JobFailedException> ofAttempt(Job job, TaskAttemptID attempt)
      throws IOException, InterruptedException {
    Optional<JobFailedException> reported = TaskErrors.of(job.getConfiguration(), attempt);
    if (reported.isPresent()) {
      return reported;
    }
    String trace = String.join("\n", job.getTaskDiagnostics(attempt));
    if (trace.isBlank()) {
      return Optional.empty();
    }
    Failure failure = Failure.ofTrace(trace);
    return Optional.of(new JobFailedException(failure.message(), failure.code(), trace));
  }
}
