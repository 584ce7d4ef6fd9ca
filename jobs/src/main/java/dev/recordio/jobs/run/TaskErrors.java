// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.Failure;
import dev.recordio.jobs.run.error.JobFailedException;
import dev.recordio.jobs.run.local.RunConf;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries the reason of a failed task to the client: one small file per attempt, in a directory
 * that lives as long as the job.
 *
 * <p>LocalJobRunner loses the exception of a task, and a cluster without a history server loses the
 * diagnostics. A file holds the name of the {@link ExitCode} in its first line, the message in its
 * second, and the stack trace after them, all in UTF-8.
 */
public final class TaskErrors {
  /** Directory of the reports, fully qualified; {@link JobRunner} sets it. */
  public static final String ERROR_DIR = RunConf.JOB_ERROR_DIR.key();

  /** Reports that could not be written to the directory, by attempt id; for local jobs. */
  private static final Map<String, JobFailedException> UNWRITTEN = new ConcurrentHashMap<>();

  private static final Logger LOG = LoggerFactory.getLogger(TaskErrors.class);

  private TaskErrors() {}

  /**
   * Writes why an attempt fails. Does nothing when the job has no {@link #ERROR_DIR}, and for an
   * attempt that was only interrupted because another one failed. Never throws: the caller is about
   * to throw the reason itself.
   */
  public static void report(Configuration conf, TaskAttemptID attempt, Throwable thrown) {
    String dir = conf.get(ERROR_DIR);
    if (dir == null || isInterruption(thrown)) {
      return;
    }
    Path file = new Path(dir, attempt.toString());
    Failure failure = Failure.of(thrown);
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try (PrintStream print = new PrintStream(text, false, StandardCharsets.UTF_8)) {
      print.println(failure.code().name());
      print.println(failure.message());
      thrown.printStackTrace(print);
    }
    try {
      FileSystem fs = file.getFileSystem(conf);
      try (FSDataOutputStream out = Files.overwrite(fs, file)) {
        text.writeTo(out);
      }
    } catch (IOException e) {
      LOG.warn("cannot write the error report {}", file, e);
      UNWRITTEN.put(
          attempt.toString(),
          new JobFailedException(
              failure.message(), failure.code(), text.toString(StandardCharsets.UTF_8)));
    }
  }

  /** A step of a job's committer. */
  public interface CommitStep {
    /** Does it. */
    void run() throws IOException;
  }

  /** Runs a step of a job's committer; why it fails is written, as {@link #report} does it. */
  public static void commit(JobContext job, CommitStep step) throws IOException {
    try {
      step.run();
    } catch (IOException | RuntimeException | Error e) {
      report(job.getConfiguration(), commitAttempt(job.getJobID()), e);
      throw e;
    }
  }

  private static TaskAttemptID commitAttempt(JobID job) {
    return new TaskAttemptID(new TaskID(job, TaskType.JOB_CLEANUP, 0), 0);
  }

  /** The report of an attempt; empty when it wrote none. */
  static Optional<JobFailedException> of(Configuration conf, TaskAttemptID attempt)
      throws IOException {
    for (FileStatus report : reports(conf)) {
      if (report.getPath().getName().equals(attempt.toString())) {
        return read(conf, report.getPath());
      }
    }
    return Optional.empty();
  }

  /** The report of a commit of the job; empty when none failed. */
  static Optional<JobFailedException> ofCommit(Configuration conf, JobID job) throws IOException {
    return of(conf, commitAttempt(job));
  }

  /**
   * The report that is most likely of the task that made the job fail, if the job itself does not
   * specify it: the last attempt of the task that failed most often, or of the first of several.
   *
   * @param wanted the id of the task, if the job reports it; else an empty string
   */
  static Optional<JobFailedException> likeliest(Configuration conf, String wanted)
      throws IOException {
    Map<String, Integer> attempts = new HashMap<>();
    Path likeliest = null;
    int most = 0;
    for (FileStatus report : reports(conf)) {
      String name = report.getPath().getName();
      String task = name.substring(0, Math.max(0, name.lastIndexOf('_')));
      if (!task.endsWith(wanted.replace("task_", ""))) {
        continue;
      }
      int count = attempts.merge(task, 1, Integer::sum);
      if (count > most || likeliest != null && likeliest.getName().startsWith(task + "_")) {
        likeliest = report.getPath();
        most = count;
      }
    }
    return likeliest == null ? Optional.empty() : read(conf, likeliest);
  }

  /**
   * Removes and returns the report of a job's task that could not be written, if that was in this
   * process.
   */
  static Optional<JobFailedException> unwritten(JobID job) {
    String prefix = job.toString().replace("job_", "attempt_") + "_";
    Optional<JobFailedException> first =
        UNWRITTEN.keySet().stream()
            .filter(id -> id.startsWith(prefix))
            .sorted()
            .findFirst()
            .map(UNWRITTEN::get);
    UNWRITTEN.keySet().removeIf(id -> id.startsWith(prefix));
    return first;
  }

  /** All reports, by attempt id. */
  private static FileStatus[] reports(Configuration conf) throws IOException {
    String dir = conf.get(ERROR_DIR);
    if (dir == null) {
      return new FileStatus[0];
    }
    Path path = new Path(dir);
    FileStatus[] reports = path.getFileSystem(conf).listStatus(path);
    Arrays.sort(reports);
    return reports;
  }

  private static Optional<JobFailedException> read(Configuration conf, Path report)
      throws IOException {
    byte[] bytes = Files.readAll(report.getFileSystem(conf), report);
    String text = new String(bytes, StandardCharsets.UTF_8);
    String[] parts = text.split("\\R", 3);
    return parts.length < 3
        ? Optional.empty() // an attempt that was killed while it wrote
        : Optional.of(new JobFailedException(parts[1], ExitCode.valueOf(parts[0]), parts[2]));
  }

  /** Whether something failed only because it was interrupted, or another task had failed. */
  static boolean isInterruption(Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t instanceof InterruptedException
          || t instanceof InterruptedIOException
          || t instanceof ClosedByInterruptException) {
        return true;
      }
    }
    return false;
  }
}
