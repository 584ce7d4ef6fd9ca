// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.harness;

/**
 * The cost of a piece of work.
 *
 * @param wall nanoseconds by the clock
 * @param cpu nanoseconds on a processor, kernel included: it is far less affected by other
 *     programs; 0 when it is not known
 * @param peak peak memory in bytes; 0 when it is not known
 * @param memory which memory
 */
public record Cost(long wall, long cpu, long peak, Memory memory) {
  /** Which memory a peak measures. */
  public enum Memory {
    /** Of the Java heap, beyond what was in use before; what could be collected is included. */
    HEAP,
    /** The resident set of a process. */
    RSS
  }
}
