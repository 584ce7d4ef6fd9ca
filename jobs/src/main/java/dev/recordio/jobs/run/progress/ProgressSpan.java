// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.progress;

/**
 * The progress of a command over all its jobs: each has an equal part of what is left when it
 * begins, so that the percentage never goes back.
 */
public final class ProgressSpan {
  private final long begun = System.nanoTime();
  private int jobs = 1;
  private int started;
  private double shown;
  private double from;
  private double to;

  /** Makes the progress of a command of one job. */
  public ProgressSpan() {}

  /** Specifies how many jobs the command runs, those that have run included. */
  public void expect(int count) {
    jobs = count;
  }

  /** The next job begins. */
  synchronized void begin() {
    from = shown;
    to = from + (1 - from) / Math.max(1, jobs - started);
    started++;
  }

  /** Returns the fraction of the command that is done when a fraction of the job is. */
  synchronized double of(double job) {
    shown = Math.max(shown, from + (to - from) * job);
    return shown;
  }

  /** Returns how long the command's jobs have run. */
  long nanos() {
    return System.nanoTime() - begun;
  }
}
