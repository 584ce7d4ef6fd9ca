// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.job.WatchedTask;
import dev.recordio.jobs.job.WatchedTask.Watch;
import dev.recordio.testing.Jobs;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Jobs in containers in which the first attempt of the first task dies with its JVM, and, if the
 * test wants it, two attempts of the second task run at once.
 */
@ExtendWith(ClusterExtension.class)
public abstract class AttemptsTestBase implements HdfsUnderTest {
  private static final String SECOND_TASK_TWICE = "test.second-task-twice";

  protected final MiniYarn yarn;

  protected AttemptsTestBase(MiniYarn yarn) {
    this.yarn = yarn;
  }

  /** It happens when half of a unit is done. */
  public static final class HalfWay implements Watch {
    @Override
    public void halfWay(TaskContext task) throws IOException {
      happen(task);
    }
  }

  /** It happens when all files of the task are written. */
  public static final class AtEnd implements Watch {
    @Override
    public void end(TaskContext task) throws IOException {
      happen(task);
    }
  }

  private static void happen(TaskContext task) throws IOException {
    TaskAttemptID attempt = task.attempt().getTaskAttemptID();
    if (attempt.getTaskID().getId() == 0 && attempt.getId() == 0) {
      Runtime.getRuntime().halt(137);
    } else if (attempt.getTaskID().getId() == 1
        && task.conf().getBoolean(SECOND_TASK_TWICE, false)) {
      MeetingPoint.arrive(task.conf(), attempt.toString());
    }
  }

  /** Returns a configuration with which the second map task has a second attempt at once. */
  protected final Configuration confOfTwice() {
    Configuration conf = yarn.conf();
    conf.setBoolean("mapreduce.map.speculative", true);
    conf.setClass(
        "yarn.app.mapreduce.am.job.task.estimator.class", EagerEstimator.class, Object.class);
    conf.setInt(EagerEstimator.TASK, 1);
    conf.setLong("mapreduce.job.speculative.retry-after-no-speculate", 100); // ms
    return conf;
  }

  /** Runs a job whose second task has two attempts, which wait for each other; it must succeed. */
  protected static Job runTwice(Job job, Class<? extends Watch> watch) throws Exception {
    Configuration conf = job.getConfiguration();
    conf.setBoolean(SECOND_TASK_TWICE, true);
    try (var meeting = new MeetingPoint(conf)) {
      WatchedTask.watch(job, watch);
      Jobs.run(job);
      String task = job.getJobID().toString().replace("job_", "attempt_") + "_m_000001_";
      assertEquals(List.of(task + 0, task + 1), meeting.whoMet().stream().sorted().toList());
    }
    return job;
  }

  protected static long counter(Job job, Enum<?> counter) throws IOException {
    return job.getCounters().findCounter(counter).getValue();
  }
}
