// SPDX-License-Identifier: Apache-2.0
package dev.recordio.flink;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;

/**
 * A cluster of Flink in this JVM, which all tests share as starting it takes longer than a job: two
 * slots, servers that listen to this machine only, and clients that come to them through REST.
 */
final class Flink {
  private static final String HOST = "127.0.0.1";
  private static final int SLOTS = 2;

  /** All that bind an address. Without the first, the BLOB server binds every one. */
  private static final List<String> ADDRESSES =
      List.of(
          "jobmanager.bind-host",
          "jobmanager.rpc.address",
          "taskmanager.bind-host",
          "taskmanager.host",
          "rest.bind-address",
          "rest.address");

  private static int port;

  private Flink() {}

  /** Returns an environment whose jobs run here. */
  static synchronized StreamExecutionEnvironment environment() throws Exception {
    if (port == 0) {
      port = start();
    }
    StreamExecutionEnvironment env = StreamExecutionEnvironment.createRemoteEnvironment(HOST, port);
    env.setParallelism(SLOTS);
    return env;
  }

  /** Starts the cluster, which ends with the JVM, and returns the port of its REST server. */
  private static int start() throws Exception {
    var conf = new Configuration();
    for (String key : ADDRESSES) {
      conf.setString(key, HOST);
    }
    conf.setString("rest.bind-port", "0");
    var cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(conf)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(SLOTS)
                .build());
    cluster.start();
    return cluster.getRestAddress().get().getPort();
  }

  /** Runs the job that makes a stream, and returns what is in that. */
  static List<String> collect(DataStream<String> stream) throws Exception {
    var all = new ArrayList<String>();
    try (CloseableIterator<String> found = stream.executeAndCollect()) {
      found.forEachRemaining(all::add);
    }
    return all;
  }
}
