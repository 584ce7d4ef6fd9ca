// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Time that a piece of work took.
 *
 * @param wall nanoseconds by the clock
 * @param cpu nanoseconds that its thread, or the process that did it, was on a processor, kernel
 *     included: what other programs take from the machine shows far less in it
 */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public record Duration(long wall, long cpu) {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  static long threadCpuNanos() {
    return THREADS.getCurrentThreadCpuTime();
  }

  /** Of all threads of this JVM, those that compile and collect included. */
  static long processCpuNanos() {
    var os = ManagementFactory.getOperatingSystemMXBean();
    return ((com.sun.management.OperatingSystemMXBean) os).getProcessCpuTime();
  }
}
