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
 */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public record Subject(String name, Work work, Tally expected) {
  /** A piece of work that can be repeated. */
  @FunctionalInterface
  public interface Work {
    /** Does it once and tells what it has seen. */
    Tally run() throws IOException;

    /** Returns the processor time, in nanoseconds, that another process spent on the last run. */
    default long cpuElsewhere() {
      return 0;
    }
  }

  /**
   * Does the work once and times it, in the calling thread.
   *
   * @throws IllegalStateException when the work has not seen what it must
   */
  public Duration time() throws IOException {
    long cpu = Duration.threadCpuNanos();
    long wall = System.nanoTime();
    Tally seen = work.run();
    long spent = System.nanoTime() - wall;
    long here = Duration.threadCpuNanos() - cpu;
    if (!seen.equals(expected)) {
      throw new IllegalStateException(name + ": expected " + expected + ", found " + seen);
    }
    long elsewhere = work.cpuElsewhere();
    return new Duration(spent, elsewhere == 0 ? here : elsewhere);
  }
}
