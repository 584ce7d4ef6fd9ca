// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;
import org.apache.hadoop.mapreduce.v2.api.records.TaskId;
import org.apache.hadoop.mapreduce.v2.app.AppContext;
import org.apache.hadoop.mapreduce.v2.app.speculate.LegacyTaskRuntimeEstimator;

/**
 * Estimates for the application master's speculator that every running attempt takes forever and a
 * new one no time, so that it starts a second attempt of each task, or of the one that {@link
 * #TASK} names.
 */
public final class EagerEstimator extends LegacyTaskRuntimeEstimator {
  /** The number of the only map task that gets a second attempt; by default each does. */
  public static final String TASK = "test.eager-estimator.task";

  private static final long FOR_EVER = Long.MAX_VALUE / 4;

  private int only = -1;

  @Override
  public void contextualize(Configuration conf, AppContext context) {
    super.contextualize(conf, context);
    only = conf.getInt(TASK, -1);
  }

  @Override
  public long thresholdRuntime(TaskId task) {
    return 0;
  }

  @Override
  public long estimatedRuntime(TaskAttemptId attempt) {
    return only < 0 || only == attempt.getTaskId().getId() ? FOR_EVER : 0;
  }

  @Override
  public long estimatedNewAttemptRuntime(TaskId task) {
    return 1;
  }
}
