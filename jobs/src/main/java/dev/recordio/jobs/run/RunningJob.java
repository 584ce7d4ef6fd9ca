// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import dev.recordio.jobs.run.error.JobFailedException;
import java.io.IOException;
import org.apache.hadoop.mapreduce.Counters;

/** A job that has begun, wherever its tasks run. Used by the one thread that waits for it. */
interface RunningJob {
  /**
   * Waits for the end of the job.
   *
   * @param millis at most; all of them for a job that only answers questions
   */
  void await(long millis) throws IOException, InterruptedException;

  /** Whether it has ended, with or without success. */
  boolean isComplete() throws IOException;

  /** Whether it has ended, and its output is committed. */
  boolean isSuccessful() throws IOException;

  /** Returns the fraction that is done, 0 to 1. */
  float done() throws IOException;

  /** Returns the bytes of its input, as the splits have them; 0 when they are unknown. */
  long bytes();

  /** Returns why it has failed. Only after it has ended without success. */
  JobFailedException failure() throws IOException, InterruptedException;

  /** Asks it to end soon, without success. */
  void kill() throws IOException;

  /** Waits until no task of an ended job does anything in this process, for some milliseconds. */
  void awaitTasks(long millis) throws InterruptedException;

  /** Returns the counters of all tasks; empty when they are no longer known. */
  Counters counters() throws IOException;
}
