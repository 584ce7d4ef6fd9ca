// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench;

import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * One side of a comparison.
 *
 * @param name what it is, for the table
 * @param work does it once
 * @param expected what the work must see each time
 * @param scope whose processor time counts, for work in this JVM
 */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public record Subject(String name, Work work, Tally expected, Meter.Scope scope) {
  /** A piece of work that can be repeated. */
  @FunctionalInterface
  public interface Work {
    /** Does it once and tells what it has seen. */
    Tally run() throws IOException;

    /**
     * Returns what the last run took, when the work knows better than its caller can measure, or
     * null: it ran in another process, or not all of the run counts.
     */
    default Cost cost() {
      return null;
    }
  }

  /** Work of the calling thread alone. */
  public Subject(String name, Work work, Tally expected) {
    this(name, work, expected, Meter.Scope.THREAD);
  }

  /**
   * Does the work once and measures it, from the calling thread.
   *
   * @throws IllegalStateException when the work has not seen what it must
   */
  public Cost time() throws IOException {
    Meter meter = Meter.start(scope);
    Tally seen = work.run();
    Cost here = meter.stop();
    if (!seen.equals(expected)) {
      throw new IllegalStateException(name + ": expected " + expected + ", found " + seen);
    }
    Cost told = work.cost();
    return told == null ? here : told;
  }
}
