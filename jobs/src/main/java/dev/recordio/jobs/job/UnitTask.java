// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.job;

import java.io.IOException;

/**
 * What a job does with one unit of its plan. A task of the job makes one object, by a constructor
 * without parameters, for all of its units.
 *
 * @param <T> the units
 * @param <R> what is reported of each
 */
public abstract class UnitTask<T, R> {
  private final Serde<T> units;
  private final Serde<R> reports; // null: none are made

  /** Creates a task that makes reports. */
  protected UnitTask(Serde<T> units, Serde<R> reports) {
    this.units = units;
    this.reports = reports;
  }

  /** Creates a task without reports: its committer knows what was written. */
  protected UnitTask(Serde<T> units) {
    this(units, null);
  }

  Serde<T> units() {
    return units;
  }

  Serde<R> reports() {
    return reports;
  }

  /**
   * Does the work. Tasks may run twice, on several hosts at once: what they write goes through the
   * committer of the job, as their reports do.
   *
   * @return the report; null: there is nothing to be said of the unit
   */
  protected abstract R run(T unit, TaskContext task) throws IOException, InterruptedException;

  /** Ends the work, after the last unit of the task. */
  protected void end(TaskContext task) throws IOException, InterruptedException {}

  /** Releases what the object holds, also after a failure. */
  protected void close() throws IOException {}
}
