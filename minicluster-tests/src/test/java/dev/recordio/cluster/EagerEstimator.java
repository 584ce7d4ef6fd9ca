// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;
import org.apache.hadoop.mapreduce.v2.api.records.TaskId;
import org.apache.hadoop.mapreduce.v2.app.speculate.LegacyTaskRuntimeEstimator;

/**
 * Tells the application master's speculator that every running attempt will take for ever and a new
 * one would be done at once, so that it starts a second attempt of each task.
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
