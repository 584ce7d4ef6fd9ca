// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench;

import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.util.VersionInfo;

/** What the figures depend on. */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public final class Machine {
  /** The number of processors. */
  public static final int CORES = Runtime.getRuntime().availableProcessors();

  private Machine() {}

  /** Returns the load average of the last minute, this program's part included; -1 if unknown. */
  public static double loadAverage() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  /** Returns names and values to print beside the figures. */
  public static Map<String, Object> describe() {
    var facts = new LinkedHashMap<String, Object>();
    facts.put("cores", CORES);
    facts.put("jvm", System.getProperty("java.vm.name") + " " + Runtime.version());
    facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    facts.put("hadoop", VersionInfo.getVersion());
    facts.put("load", loadAverage());
    return facts;
  }
}
