// SPDX-License-Identifier: Apache-2.0
package dev.recordio.kerberos;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;
import org.apache.hadoop.test.GenericTestUtils;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fifo.FifoScheduler;

/**
 * A secured ResourceManager and NodeManager in this JVM, with its one login. Masters and tasks are
 * containers that have the tokens of their job, and no ticket.
 */
final class SecuredYarn implements AutoCloseable {
  private final MiniMRYarnCluster cluster;

  private SecuredYarn(MiniMRYarnCluster cluster) {
    this.cluster = cluster;
  }

  /** Starts it; the default file system of its jobs is the near one. */
  static SecuredYarn start(SecuredHadoop hadoop) throws IOException {
    Configuration conf = new YarnConfiguration(hadoop.near().conf());
    conf.set("fs.defaultFS", hadoop.near().uri());
    Kdc kdc = hadoop.kdc();
    for (String daemon :
        new String[] {
          "yarn.resourcemanager", "yarn.nodemanager", "mapreduce.jobhistory",
        }) {
      conf.set(daemon + ".principal", kdc.daemons());
      conf.set(daemon + ".keytab", kdc.keytab().getPath());
    }
    conf.set(YarnConfiguration.RM_SCHEDULER, FifoScheduler.class.getName());
    conf.setInt("yarn.scheduler.minimum-allocation-mb", 256);
    conf.setInt("yarn.minicluster.yarn.nodemanager.resource.memory-mb", 2048);
    conf.setBoolean("yarn.nodemanager.vmem-check-enabled", false);
    conf.setFloat(
        "yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage", 99.5f);
    conf.setInt("yarn.nodemanager.log.retain-seconds", 0);
    conf.setInt("yarn.nodemanager.delete.debug-delay-sec", -1);
    conf.setInt("mapreduce.shuffle.port", 0);
    String jvm = "-Xmx256m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Djava.security.krb5.conf=";
    for (String options :
        new String[] {"mapreduce.map.java.opts", "yarn.app.mapreduce.am.command-opts"}) {
      conf.set(options, jvm + kdc.settings());
    }
    conf.setInt("mapreduce.map.memory.mb", 512);
    conf.setInt("yarn.app.mapreduce.am.resource.mb", 512);
    System.setProperty(
        GenericTestUtils.SYSPROP_TEST_DATA_DIR, SecuredHadoop.folder("yarn").getPath());
    var cluster = new MiniMRYarnCluster("secured");
    cluster.init(conf);
    cluster.start();
    return new SecuredYarn(cluster);
  }

  /** Returns a new configuration of jobs in containers, which have the class path of this JVM. */
  Configuration conf() {
    Configuration conf = new YarnConfiguration(cluster.getConfig());
    conf.setBoolean(YarnConfiguration.IS_MINI_YARN_CLUSTER, false);
    String classes = absolute(classPath());
    conf.set(YarnConfiguration.YARN_APPLICATION_CLASSPATH, classes);
    conf.set("mapreduce.application.classpath", classes);
    return conf;
  }

  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  private static String absolute(String classPath) {
    var all = new StringBuilder();
    for (String entry : classPath.split(File.pathSeparator)) {
      all.append(all.isEmpty() ? "" : ",").append(Path.of(entry).toAbsolutePath());
    }
    return all.toString();
  }

  @Override
  public void close() {
    cluster.stop();
  }
}
