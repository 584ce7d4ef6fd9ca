// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapred;

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.FileOutputCommitter;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobContext;
import org.apache.hadoop.mapred.TaskAttemptContext;
import org.apache.hadoop.mapred.TaskAttemptContextImpl;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitterFactory;

/**
 * Commits a job of {@code org.apache.hadoop.mapred} by the committer that is configured for the
 * file system of its output ({@code mapreduce.outputcommitter.factory.*}), as jobs of the newer API
 * do: an S3A committer, which renames nothing, or the manifest committer. The older API's own
 * committer renames on every file system.
 *
 * <p>A job selects it with {@code mapred.output.committer.class}, or with {@link
 * org.apache.hadoop.mapred.JobConf#setOutputCommitter}. It serves each output format of the older
 * API that writes below {@link FileOutputFormat#getTaskOutputPath} or {@link
 * FileOutputFormat#getWorkOutputPath}, which the formats of Hadoop and of this package do.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class ConfiguredOutputCommitter extends FileOutputCommitter {
  private PathOutputCommitter committer;

  /** Returns the one of a job: as in Hadoop's newer API, the first task's first attempt gets it. */
  private PathOutputCommitter of(JobContext job) throws IOException {
    JobID id = job.getJobID();
    var attempt = new TaskAttemptID(id.getJtIdentifier(), id.getId(), TaskType.MAP, 0, 0);
    return of(new TaskAttemptContextImpl(job.getJobConf(), attempt));
  }

  private PathOutputCommitter of(TaskAttemptContext task) throws IOException {
    if (committer == null) {
      Path output = FileOutputFormat.getOutputPath(task.getJobConf());
      committer = PathOutputCommitterFactory.createCommitter(output, task);
    }
    return committer;
  }

  @Override
  public Path getTaskAttemptPath(TaskAttemptContext task) throws IOException {
    return of(task).getWorkPath();
  }

  @Override
  public Path getWorkPath(TaskAttemptContext task, Path output) throws IOException {
    return of(task).getWorkPath();
  }

  @Override
  public void setupJob(JobContext job) throws IOException {
    of(job).setupJob(job);
  }

  @Override
  public void commitJob(JobContext job) throws IOException {
    of(job).commitJob(job);
  }

  @Override
  @Deprecated
  public void cleanupJob(JobContext job) throws IOException {
    of(job).cleanupJob(job);
  }

  @Override
  public void abortJob(JobContext job, int state) throws IOException {
    JobStatus.State named =
        Arrays.stream(JobStatus.State.values())
            .filter(each -> each.getValue() == state)
            .findFirst()
            .orElseThrow();
    of(job).abortJob(job, named);
  }

  @Override
  public void setupTask(TaskAttemptContext task) throws IOException {
    of(task).setupTask(task);
  }

  @Override
  public boolean needsTaskCommit(TaskAttemptContext task) throws IOException {
    return of(task).needsTaskCommit(task);
  }

  @Override
  public void commitTask(TaskAttemptContext task) throws IOException {
    of(task).commitTask(task);
  }

  @Override
  public void abortTask(TaskAttemptContext task) throws IOException {
    of(task).abortTask(task);
  }

  @Override
  public boolean isCommitJobRepeatable(JobContext job) throws IOException {
    return of(job).isCommitJobRepeatable(job);
  }

  @Override
  public boolean isRecoverySupported(JobContext job) throws IOException {
    return of(job).isRecoverySupported(job);
  }

  @Override
  public void recoverTask(TaskAttemptContext task) throws IOException {
    of(task).recoverTask(task);
  }
}
