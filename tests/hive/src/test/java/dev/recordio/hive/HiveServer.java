// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.testing.MiniHadoop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A HiveServer2 in a separate process, with its metastore in memory, whose jobs run in the
 * containers of a cluster. It has no classes of this project.
 */
final class HiveServer implements AutoCloseable {
  /** The network is the cluster's own; the server takes long to start. */
  private static final String ADDRESS =
      "jdbc:hive2://127.0.0.1:10000/default;retries=300;retryInterval=1000";

  private final MiniHadoop cluster;
  private final Path folder;
  private final Process server;

  /**
   * Starts a server.
   *
   * @param folder a local folder, not yet existing, for its files and output
   */
  HiveServer(MiniHadoop cluster, Path folder) throws IOException {
    this.cluster = cluster;
    this.folder = Files.createDirectory(folder);
    var words = new ArrayList<String>();
    // Then the thread that reports why a task has failed writes to the log of the operation.
    words.add("-Dlog4j2.isThreadContextMapInheritable=true");
    words.add("-Dhive.log.dir=" + folder);
    words.add("org.apache.hive.service.server.HiveServer2");
    settings().forEach((key, value) -> words.addAll(List.of("--hiveconf", key + "=" + value)));
    server = java("server.txt", words);
  }

  private Map<String, String> settings() {
    // Hive's classes use reflection on those of the JDK, in tasks too; Hadoop 3.5 does not open
    // these.
    String task = "-Xmx256m -XX:TieredStopAtLevel=1 " + String.join(" ", HiveProcess.flags());
    return Map.ofEntries(
        Map.entry("hive.server2.thrift.bind.host", "127.0.0.1"),
        Map.entry("hive.server2.webui.port", "0"),
        Map.entry("hive.server2.enable.doAs", "false"),
        Map.entry("hive.execution.engine", "mr"),
        Map.entry("mapreduce.map.java.opts", task),
        Map.entry("mapreduce.reduce.java.opts", task),
        Map.entry("mapreduce.map.maxattempts", "1"),
        Map.entry(
            "hive.aux.jars.path", "file://" + HiveProcess.jar(".*/commons-collections-3[^/]*")),
        Map.entry("javax.jdo.option.ConnectionURL", "jdbc:derby:memory:server;create=true"),
        Map.entry("datanucleus.schema.autoCreateAll", "true"),
        Map.entry("hive.metastore.schema.verification", "false"),
        Map.entry("hive.txn.manager", "org.apache.hadoop.hive.ql.lockmgr.DummyTxnManager"),
        Map.entry("hive.support.concurrency", "false"),
        Map.entry("hive.metastore.warehouse.external.dir", "/external"),
        Map.entry("hive.exec.local.scratchdir", folder.resolve("scratch").toString()),
        Map.entry("hive.downloaded.resources.dir", folder.resolve("resources").toString()),
        Map.entry("hive.querylog.location", folder.resolve("queries").toString()),
        Map.entry(
            "hive.server2.logging.operation.log.location",
            folder.resolve("operations").toString()));
  }

  private Process java(String printed, List<String> words) throws IOException {
    var line = new ArrayList<String>(List.of(cluster.within()));
    String server = Path.of("target", "hive-server").toAbsolutePath() + "/*";
    line.addAll(HiveProcess.java(folder, cluster.conf().toString(), server));
    line.addAll(words);
    return new ProcessBuilder(line)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve(printed).toFile())
        .start();
  }

  /** Runs statements in one session over JDBC; returns the lines that each shows to the user. */
  List<List<String>> run(List<String> statements) throws IOException, InterruptedException {
    Path script =
        Files.write(
            folder.resolve("script.sql"),
            statements.stream().map(statement -> statement.strip().replace('\n', ' ')).toList());
    Path seen = folder.resolve("seen.txt");
    Process session =
        java("session.txt", List.of(JdbcSession.class.getName(), ADDRESS, script + "", seen + ""));
    assertEquals(0, session.waitFor(), () -> "see " + folder.resolve("session.txt"));
    var results = new ArrayList<List<String>>();
    var lines = new ArrayList<String>();
    for (String line : Files.readAllLines(seen)) {
      if (line.equals(JdbcSession.NEXT)) {
        results.add(List.copyOf(lines));
        lines.clear();
      } else {
        lines.add(line);
      }
    }
    return results;
  }

  @Override
  public void close() throws InterruptedException {
    server.destroy();
    if (!server.waitFor(20, TimeUnit.SECONDS)) {
      server.destroyForcibly().waitFor();
    }
  }
}
