// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import dev.recordio.fs.RecordIOConf;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries the reason of a failed task to the client: one small file per attempt, in a directory
 * that lives as long as the job.
 *
 * <p>LocalJobRunner forgets the exception of a task, and a cluster without a history server forgets
 * the diagnostics; this does not. A file holds the name of the {@link ExitCode} in its first line,
 * the message in its second, and the stack trace after them, all in UTF-8.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class TaskErrors {
  /** Directory of the reports, fully qualified; {@link JobRunner} sets it. */
  public static final String ERROR_DIR = RecordIOConf.JOB_ERROR_DIR.key();

  private static final Logger LOG = LoggerFactory.getLogger(TaskErrors.class);

  private TaskErrors() {}

  /**
   * Writes down why an attempt fails. Does nothing when the job has no {@link #ERROR_DIR}, and for
   * an attempt that was only interrupted because another one failed. Never throws: the caller is
   * about to throw the reason itself.
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
      try (FSDataOutputStream out = fs.create(file, true)) {
        text.writeTo(out);
      }
    } catch (IOException e) {
      LOG.warn("cannot write the error report {}", file, e);
    }
  }

  /** Writes down why a job can't be committed, as {@link #report} does for an attempt. */
  public static void reportCommit(JobContext job, Throwable thrown) {
    var task = new TaskID(job.getJobID(), TaskType.JOB_CLEANUP, 0);
    report(job.getConfiguration(), new TaskAttemptID(task, 0), thrown);
  }

  /** The report of the first failed attempt, by attempt id; empty when no attempt wrote one. */
  static Optional<JobFailedException> first(Configuration conf) throws IOException {
    String dir = conf.get(ERROR_DIR);
    if (dir == null) {
      return Optional.empty();
    }
    Path path = new Path(dir);
    FileSystem fs = path.getFileSystem(conf);
    FileStatus[] reports = fs.listStatus(path);
    if (reports.length == 0) {
      return Optional.empty();
    }
    Arrays.sort(reports);
    String text;
    try (FSDataInputStream in = fs.open(reports[0].getPath())) {
      text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    String[] parts = text.split("\\R", 3);
    return parts.length < 3
        ? Optional.empty() // an attempt that was killed while it wrote
        : Optional.of(new JobFailedException(parts[1], ExitCode.valueOf(parts[0]), parts[2]));
  }

  private static boolean isInterruption(Throwable thrown) {
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
