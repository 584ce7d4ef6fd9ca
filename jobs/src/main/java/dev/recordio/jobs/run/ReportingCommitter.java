// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;

/** Hadoop's own committer, with failures reported: Hadoop's local runner loses them. */
final class ReportingCommitter extends FileOutputCommitter {
  ReportingCommitter(Path output, TaskAttemptContext context) throws IOException {
    super(output, context);
  }

  @Override
  public void setupJob(JobContext job) throws IOException {
    try {
      super.setupJob(job);
    } catch (IOException | RuntimeException | Error e) {
      TaskErrors.reportCommit(job, e);
      throw e;
    }
  }

  @Override
  public void commitJob(JobContext job) throws IOException {
    try {
      super.commitJob(job);
    } catch (IOException | RuntimeException | Error e) {
      TaskErrors.reportCommit(job, e);
      throw e;
    }
  }

  @Override
  public boolean needsTaskCommit(TaskAttemptContext task) throws IOException {
    try {
      return super.needsTaskCommit(task);
    } catch (IOException | RuntimeException | Error e) {
      TaskErrors.report(task.getConfiguration(), task.getTaskAttemptID(), e);
      throw e;
    }
  }

  @Override
  public void commitTask(TaskAttemptContext task) throws IOException {
    try {
      super.commitTask(task);
    } catch (IOException | RuntimeException | Error e) {
      TaskErrors.report(task.getConfiguration(), task.getTaskAttemptID(), e);
      throw e;
    }
  }
}
