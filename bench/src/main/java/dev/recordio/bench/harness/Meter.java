// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.harness;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Measures work in this JVM. It collects garbage first, so that no work pays for the garbage of
 * earlier work.
 */
public final class Meter {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final List<MemoryPoolMXBean> HEAP =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .toList();

  /** Whose processor time counts. */
  public enum Scope {
    /** Of the calling thread. */
    THREAD(THREADS::getCurrentThreadCpuTime),
    /** Of all threads of this JVM, including the JIT compiler and the garbage collector. */
    PROCESS(Meter::processCpuNanos);

    private final LongSupplier cpu;

    Scope(LongSupplier cpu) {
      this.cpu = cpu;
    }
  }

  private final Scope scope;
  private final long used;
  private final long cpu;
  private final long wall;

  private Meter(Scope scope) {
    this.scope = scope;
    System.gc();
    HEAP.forEach(MemoryPoolMXBean::resetPeakUsage);
    used = HEAP.stream().mapToLong(pool -> pool.getUsage().getUsed()).sum();
    cpu = scope.cpu.getAsLong();
    wall = System.nanoTime();
  }

  /** Begins to measure. */
  public static Meter start(Scope scope) {
    return new Meter(scope);
  }

  /** Returns what was spent since {@link #start}. */
  public Cost stop() {
    long spent = System.nanoTime() - wall;
    long cpuSpent = scope.cpu.getAsLong() - cpu;
    long peak = HEAP.stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
    return new Cost(spent, cpuSpent, Math.max(0, peak - used), Cost.Memory.HEAP);
  }

  /** Returns the processor time of this process so far, in nanoseconds. */
  public static long processCpuNanos() {
    var os = ManagementFactory.getOperatingSystemMXBean();
    return ((com.sun.management.OperatingSystemMXBean) os).getProcessCpuTime();
  }

  /** Returns the bytes of heap in use once garbage is collected. */
  public static long heapInUse() {
    System.gc();
    return HEAP.stream().mapToLong(pool -> pool.getUsage().getUsed()).sum();
  }
}
