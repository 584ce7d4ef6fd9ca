// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.harness;

import java.io.IOException;

/**
 * One side of a comparison.
 *
 * @param name what it is, for the table
 * @param work does the work once
 * @param expected the tally that the work must return each time
 * @param scope whose processor time counts, for work in this JVM
 */
public record Subject(String name, Work work, Tally expected, Meter.Scope scope) {
  /** A piece of work that can be repeated. */
  @FunctionalInterface
  public interface Work {
    /** Prepares a run; that is not timed. */
    default void prepare() throws IOException {}

    /** Does the work once and returns what it has read. */
    Tally run() throws IOException;

    /**
     * Returns the cost of the last run if the work knows better than its caller can measure,
     * because it ran in another process or not all of the run counts; else null.
     */
    default Cost cost() {
      return null;
    }
  }

  /** Work of only the calling thread. */
  public Subject(String name, Work work, Tally expected) {
    this(name, work, expected, Meter.Scope.THREAD);
  }

  /**
   * Does the work once and measures it, from the calling thread.
   *
   * @throws IllegalStateException when the tally is not the expected one
   */
  public Cost time() throws IOException {
    work.prepare();
    Meter meter = Meter.start(scope);
    Tally seen = work.run();
    Cost here = meter.stop();
    if (!seen.equals(expected)) {
      throw new IllegalStateException(name + ": expected " + expected + ", found " + seen);
    }
    Cost own = work.cost();
    return own == null ? here : own;
  }
}
