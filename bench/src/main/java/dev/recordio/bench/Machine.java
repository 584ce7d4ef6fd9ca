// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.util.VersionInfo;

/** The machine and software that the figures depend on. */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public final class Machine {
  /** The number of processors. */
  public static final int CORES = Runtime.getRuntime().availableProcessors();

  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

  private Machine() {}

  /** Returns the load average of the last minute, this program's part included; -1 if unknown. */
  public static double loadAverage() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
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
