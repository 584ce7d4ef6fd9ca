// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fifo.FifoScheduler;

/** Settings that make YARN small enough for two cores and fast enough for tests. */
final class YarnSettings {
  /** Megabytes requested for every container; its heap is half of that. */
  private static final int CONTAINER_MB = 512;

  /**
   * Block size in bytes of what jobs write. Each block costs ten milliseconds of processor time,
   * and every job uploads a jar of five megabytes.
   */
  private static final int BLOCK_SIZE = 1 << 20;

  /**
   * Flags of JVMs with short lives, as containers are: start-up matters and peak speed does not.
   * Verifying the byte code of Hadoop's classes again would cost a task a quarter of its processor
   * time.
   */
  static final String JVM =
      "-Xmx256m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto -XX:-UsePerfData"
          + " -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote";

  private YarnSettings() {}

  /** Settings of daemons, clients and containers, with these flags besides {@link #JVM}. */
  static void apply(Configuration conf, String archive) {
    daemons(conf);
    containers(conf, JVM + archive);
    clients(conf);
  }

  private static void daemons(Configuration conf) {
    // No capacity queues to configure, no waiting for node-local containers: there is one node.
    conf.set(YarnConfiguration.RM_SCHEDULER, FifoScheduler.class.getName());
    conf.setInt("yarn.scheduler.minimum-allocation-mb", 256);
    conf.setInt("yarn.minicluster.yarn.nodemanager.resource.memory-mb", 8 * CONTAINER_MB);
    conf.setInt("yarn.resourcemanager.nodemanagers.heartbeat-interval-ms", 50);
    conf.setBoolean("yarn.nodemanager.vmem-check-enabled", false);
    conf.setFloat(
        "yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage", 99.5f);
    conf.setInt("yarn.nodemanager.sleep-delay-before-sigkill.ms", 50);
    conf.setInt("yarn.nodemanager.process-kill-wait.ms", 500);
    conf.setInt("mapreduce.shuffle.port", 0);
    // Pending deletions of logs would delay the stop by ten seconds. So they are due at once, and
    // never
    // done: containers' logs and launch scripts stay below the build folder to be read.
    conf.setInt("yarn.nodemanager.log.retain-seconds", 0);
    conf.setInt("yarn.nodemanager.delete.debug-delay-sec", -1);
    // Else each launch script lists its folder three times, with a program for each.
    conf.setBoolean("yarn.nodemanager.log-container-debug-info.enabled", false);
  }

  private static void containers(Configuration conf, String jvm) {
    for (String kind : new String[] {"mapreduce.map", "mapreduce.reduce"}) {
      conf.setInt(kind + ".memory.mb", CONTAINER_MB);
      conf.set(kind + ".java.opts", jvm);
      conf.set(kind + ".log.level", "WARN");
    }
    conf.setInt("yarn.app.mapreduce.am.resource.mb", CONTAINER_MB);
    conf.set("yarn.app.mapreduce.am.command-opts", jvm);
    conf.set("yarn.app.mapreduce.am.log.level", "WARN");
    conf.setInt("yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms", 50);
    conf.setInt("mapreduce.task.io.sort.mb", 16);
    conf.setInt("mapreduce.reduce.shuffle.parallelcopies", 2);
    conf.setBoolean("mapreduce.job.ubertask.enable", false);
    // Tests of speculation enable it; elsewhere a slow machine must not start second attempts.
    conf.setBoolean("mapreduce.map.speculative", false);
    conf.setBoolean("mapreduce.reduce.speculative", false);
  }

  private static void clients(Configuration conf) {
    conf.setInt("dfs.blocksize", BLOCK_SIZE);
    conf.setInt("mapreduce.client.submit.file.replication", 1); // there is one node to fetch them
    conf.setInt("mapreduce.client.completion.pollinterval", 10);
    conf.setInt("mapreduce.client.progressmonitor.pollinterval", 10);
    conf.setInt("yarn.client.application-client-protocol.poll-interval-ms", 10);
  }
}
