// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.service.Service;

/**
 * Tez's MiniTezCluster, a YARN in this JVM: the application master and each task are processes of
 * their own. Only the profile {@code cluster} brings it, so it is loaded by name.
 */
final class TezOnYarn implements AutoCloseable {
  private static final String CLUSTER = "org.apache.tez.test.MiniTezCluster";

  private final Service cluster;

  private TezOnYarn(Service cluster) {
    this.cluster = cluster;
  }

  /** Starts one, or skips the test. */
  static TezOnYarn start() throws ReflectiveOperationException {
    String resource = "/" + CLUSTER.replace('.', '/') + ".class";
    assumeTrue(TezOnYarn.class.getResource(resource) != null, "no tez-tests: mvn -Pcluster,hive");
    var conf = new Configuration();
    conf.set("fs.defaultFS", "file:///");
    conf.setInt("yarn.minicluster.yarn.nodemanager.resource.memory-mb", 2048);
    conf.setInt("yarn.scheduler.minimum-allocation-mb", 256);
    conf.setBoolean("yarn.nodemanager.vmem-check-enabled", false);
    conf.setBoolean("yarn.nodemanager.pmem-check-enabled", false);
    conf.setFloat(
        "yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage", 99.5f);
    Service cluster =
        (Service)
            Class.forName(CLUSTER)
                .getConstructor(String.class, int.class, int.class, int.class)
                .newInstance("tez", 1, 1, 1);
    cluster.init(conf);
    cluster.start();
    return new TezOnYarn(cluster);
  }

  /** Returns what a session of Hive sets for it; {@code folder} is for files of the session. */
  Map<String, String> settings(Path folder) {
    var settings = new HashMap<String, String>();
    for (Map.Entry<String, String> entry : cluster.getConfig()) {
      if (entry.getKey().startsWith("yarn.")) {
        settings.put(entry.getKey(), entry.getValue());
      }
    }
    String java =
        HiveProcess.flags().stream()
            .filter(flag -> !flag.startsWith("-Xm"))
            .collect(Collectors.joining(" ", "-Xmx400m ", ""));
    settings.put("tez.local.mode", "false");
    settings.put("tez.ignore.lib.uris", "true");
    settings.put("tez.cluster.additional.classpath.prefix", System.getProperty("java.class.path"));
    settings.put("tez.am.launch.cmd-opts", java);
    settings.put("tez.task.launch.cmd-opts", java);
    settings.put("hive.tez.java.opts", java);
    settings.put("tez.am.resource.memory.mb", "512");
    settings.put("hive.tez.container.size", "512");
    settings.put("hive.user.install.directory", folder.resolve("install").toString());
    return settings;
  }

  @Override
  public void close() throws IOException {
    cluster.close();
  }
}
