// SPDX-License-Identifier: Apache-2.0

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.DriverFactory;
import org.apache.hadoop.hive.ql.IDriver;
import org.apache.hadoop.hive.ql.session.SessionState;

/**
 * Hive's side of comparisons: reads commands, a line each, words with tabs between, and answers each
 * with {@code done}, a number, and the time by the clock and on processors in nanoseconds. Run from
 * its source.
 *
 * <pre>
 * table NAME FORMAT FOLDER  makes an external table with a binary column; 0
 * count ENGINE NAME         SELECT COUNT(*), each time as a job
 * </pre>
 */
public final class HiveWork {
  private HiveWork() {}

  private static long cpu() {
    var os = ManagementFactory.getOperatingSystemMXBean();
    return ((com.sun.management.OperatingSystemMXBean) os).getProcessCpuTime();
  }

  public static void main(String[] args) throws Exception {
    start(Path.of("").toAbsolutePath());
    System.out.println("ready");
    var lines = new BufferedReader(new InputStreamReader(System.in));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] words = line.split("\t");
      System.gc();
      long wall = System.nanoTime();
      long cpu = cpu();
      long found = run(words);
      wall = System.nanoTime() - wall;
      cpu = cpu() - cpu;
      System.out.println("done " + found + " " + wall + " " + cpu);
    }
    System.exit(0);
  }

  private static void start(Path folder) throws Exception {
    var conf = new HiveConf();
    for (String setting :
        List.of(
            "fs.defaultFS=file:///",
            // As on HDFS; by default a local file has blocks of 32 MiB.
            "fs.local.block.size=134217728",
            "mapreduce.framework.name=local",
            "tez.local.mode=true",
            "hive.metastore.uris=",
            "javax.jdo.option.ConnectionURL=jdbc:derby:memory:hive;create=true",
            "datanucleus.schema.autoCreateAll=true",
            "hive.metastore.schema.verification=false",
            "hive.txn.manager=org.apache.hadoop.hive.ql.lockmgr.DummyTxnManager",
            "hive.support.concurrency=false",
            "hive.exec.submit.local.task.via.child=false",
            "hive.exec.mode.local.auto=false",
            // Each query is a job over the files.
            "hive.fetch.task.conversion=none",
            "hive.compute.query.using.stats=false",
            "hive.query.results.cache.enabled=false",
            // The end of a job is noticed at once, instead of after a second.
            "hive.exec.counters.pull.interval=20",
            "mapreduce.client.progressmonitor.pollinterval=20",
            "mapreduce.client.completion.pollinterval=20")) {
      int at = setting.indexOf('=');
      conf.set(setting.substring(0, at), setting.substring(at + 1));
    }
    for (String key :
        List.of(
            "hive.exec.scratchdir",
            "hive.exec.local.scratchdir",
            "hive.querylog.location",
            "hive.downloaded.resources.dir",
            "hive.metastore.warehouse.dir",
            "hive.metastore.warehouse.external.dir",
            "tez.staging-dir",
            "tez.local.cache.root.folder",
            "hadoop.tmp.dir")) {
      Path its = Files.createDirectories(folder.resolve(key));
      conf.set(key, its.toString());
    }
    SessionState.start(new SessionState(conf));
  }

  private static long run(String[] words) throws Exception {
    switch (words[0]) {
      case "table":
        execute(
            "CREATE EXTERNAL TABLE %s (data BINARY) STORED AS %s LOCATION '%s'"
                .formatted(words[1], words[2], words[3]));
        return 0;
      case "count":
        SessionState.get().getConf().set("hive.execution.engine", words[1]);
        return Long.parseLong(execute("SELECT COUNT(*) FROM " + words[2]).get(0));
      default:
        throw new IllegalArgumentException(String.join(" ", words));
    }
  }

  private static List<String> execute(String statement) throws Exception {
    var rows = new ArrayList<String>();
    try (IDriver driver = DriverFactory.newDriver(SessionState.get().getConf())) {
      driver.run(statement);
      var some = new ArrayList<String>();
      while (driver.getResults(some)) {
        rows.addAll(some);
        some.clear();
      }
    }
    return rows;
  }
}
