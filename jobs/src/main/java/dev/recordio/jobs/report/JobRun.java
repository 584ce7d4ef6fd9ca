// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import org.apache.hadoop.mapreduce.Job;

/** Names a prepared job and runs it to its end, with progress. */
@FunctionalInterface
interface JobRun {
  /**
   * Runs the job.
   *
   * @throws Exception when it fails
   */
  void run(Job job) throws Exception;
}
