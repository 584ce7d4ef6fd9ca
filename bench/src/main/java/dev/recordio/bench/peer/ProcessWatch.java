// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Samples every few milliseconds what Linux reports of a process, because nothing is reported after
 * its end. Processor time has a resolution of 10 ms, so shorter processes are not measured well.
 */
final class ProcessWatch implements Closeable {
  private static final long EVERY_MILLIS = 4;
  private static final long TICK_NANOS = 10_000_000;
  private static final int USER_TICKS = 11; // index among the words after the program's name
  private static final String PEAK = "VmHWM:";

  /**
   * What was sampled.
   *
   * @param cpu nanoseconds on a processor, children that have ended included
   * @param peak the largest resident set, in bytes
   */
  record Sample(long cpu, long peak) {}

  private final Path stat;
  private final Path status;
  private final Thread thread;
  private volatile Sample last = new Sample(0, 0);

  ProcessWatch(Process process) {
    Path folder = Path.of("/proc", Long.toString(process.pid()));
    stat = folder.resolve("stat");
    status = folder.resolve("status");
    thread = new Thread(this::watch, "watch " + process.pid());
    thread.setDaemon(true);
    thread.start();
  }

  /** Returns the last sample; zeros if the system reports nothing. */
  Sample last() {
    return last;
  }

  private void watch() {
    try {
      while (true) {
        long peak = peak();
        last = new Sample(cpu(), Math.max(peak, last.peak()));
        Thread.sleep(EVERY_MILLIS);
      }
    } catch (IOException | InterruptedException | RuntimeException e) {
      // The process has ended: the last sample is final.
    }
  }

  private long cpu() throws IOException {
    String text = Files.readString(stat);
    String[] words = text.substring(text.lastIndexOf(')') + 2).split(" ");
    long ticks = 0;
    for (int i = USER_TICKS; i < USER_TICKS + 4; i++) { // user, system, and the same of children
      ticks += Long.parseLong(words[i]);
    }
    return ticks * TICK_NANOS;
  }

  private long peak() throws IOException {
    return peakOf(status);
  }

  /** Returns the largest resident set of this process, in bytes, or 0 if unknown. */
  static long ownPeak() throws IOException {
    Path own = Path.of("/proc/self/status");
    return Files.exists(own) ? peakOf(own) : 0;
  }

  private static long peakOf(Path status) throws IOException {
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith(PEAK))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
        .findFirst()
        .orElse(0);
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
