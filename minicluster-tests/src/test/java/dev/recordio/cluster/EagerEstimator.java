// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;
import org.apache.hadoop.mapreduce.v2.api.records.TaskId;
import org.apache.hadoop.mapreduce.v2.app.speculate.LegacyTaskRuntimeEstimator;

/**
 * Estimates for the application master's speculator that every running attempt takes forever and a
 * new one no time, so that it starts a second attempt of each task.
 */
public final class EagerEstimator extends LegacyTaskRuntimeEstimator {
  private static final long FOR_EVER = Long.MAX_VALUE / 4;

  @Override
  public long thresholdRuntime(TaskId task) {
    return 0;
  }

  @Override
  public long estimatedRuntime(TaskAttemptId attempt) {
    return FOR_EVER;
  }

  @Override
  public long estimatedNewAttemptRuntime(TaskId task) {
    return 1;
  }
}
