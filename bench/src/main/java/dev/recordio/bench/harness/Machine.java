// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.harness;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.util.VersionInfo;

/** The machine and software that the figures depend on. */
public final class Machine {
  /** The number of processors. */
  public static final int CORES = Runtime.getRuntime().availableProcessors();

  private static final Path TICKS = Path.of("/proc/stat");
  private static final int IDLE = 3; // of the ticks
  private static final long WATCHED_NANOS = 300_000_000;
  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

  private Machine() {}

  /** Returns the load average of the last minute, this program's part included; -1 if unknown. */
  public static double loadAverage() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  /**
   * Returns how many processors had nothing to do for a while, in tenths; -1 if unknown. While this
   * waits, this program does nothing.
   */
  public static double freeCores() {
    try {
      long[] before = idleAndAll();
      LockSupport.parkNanos(WATCHED_NANOS);
      long[] after = idleAndAll();
      double idle = (double) (after[0] - before[0]) / Math.max(1, after[1] - before[1]);
      return Math.round(idle * CORES * 10) / 10.0;
    } catch (IOException e) {
      return -1;
    }
  }

  /** Returns the ticks that all processors were idle, and all ticks, since the machine's start. */
  private static long[] idleAndAll() throws IOException {
    String[] all = Files.readAllLines(TICKS).get(0).trim().split(" +");
    long[] ticks = Arrays.stream(all).skip(1).mapToLong(Long::parseLong).toArray();
    return new long[] {ticks[IDLE], Arrays.stream(ticks).sum()};
  }

  /**
   * Returns names and values to print with the figures.
   *
   * @param folder where the data is; only the type of its file system is returned
   */
  public static Map<String, Object> describe(Path folder) throws IOException {
    var facts = new LinkedHashMap<String, Object>();
    facts.put("cores", CORES);
    facts.put("processor", processor());
    facts.put("jvm", System.getProperty("java.vm.name") + " " + Runtime.version());
    facts.put("heap", (Runtime.getRuntime().maxMemory() >> 20) + " MB");
    facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    facts.put("hadoop", VersionInfo.getVersion());
    facts.put("files", Files.getFileStore(folder).type());
    facts.put("load", Math.round(loadAverage() * 10) / 10.0);
    return facts;
  }

  private static String processor() throws IOException {
    if (!Files.isReadable(PROCESSORS)) {
      return "unknown";
    }
    return Files.readAllLines(PROCESSORS).stream()
        .filter(line -> line.startsWith("model name"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse("unknown");
  }
}
