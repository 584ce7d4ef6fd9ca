// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.DriverFactory;
import org.apache.hadoop.hive.ql.IDriver;
import org.apache.hadoop.hive.ql.processors.CommandProcessorException;
import org.apache.hadoop.hive.ql.session.SessionState;

/** A Hive in this JVM: its driver, its metastore on Derby in memory, and Hadoop's local runner. */
final class HiveUnderTest {
  private final HiveConf conf;

  /** Starts one that keeps its files in {@code folder}. */
  HiveUnderTest(Path folder) {
    conf = new HiveConf();
    conf.set("fs.defaultFS", "file:///");
    conf.set("mapreduce.framework.name", "local");
    conf.set("hive.execution.engine", "mr");
    conf.set("hive.metastore.uris", "");
    conf.set("javax.jdo.option.ConnectionURL", "jdbc:derby:memory:hive;create=true");
    conf.set("datanucleus.schema.autoCreateAll", "true");
    conf.set("hive.metastore.schema.verification", "false");
    conf.set("hive.txn.manager", "org.apache.hadoop.hive.ql.lockmgr.DummyTxnManager");
    conf.set("hive.support.concurrency", "false");
    conf.set("hive.exec.submit.local.task.via.child", "false");
    conf.set("hive.exec.mode.local.auto", "false");
    conf.set("hive.fetch.task.conversion", "none"); // each query is a job
    conf.set("hive.query.reexecution.stats.persist.scope", "query");
    conf.set("hive.metastore.warehouse.dir", folder.resolve("warehouse").toUri().toString());
    conf.set(
        "hive.metastore.warehouse.external.dir", folder.resolve("external").toUri().toString());
    for (String key :
        List.of(
            "hive.exec.scratchdir",
            "hive.exec.local.scratchdir",
            "hive.querylog.location",
            "hive.downloaded.resources.dir",
            "hadoop.tmp.dir")) {
      conf.set(key, folder.resolve(key).toString());
    }
    SessionState session = new SessionState(conf);
    SessionState.start(session);
  }

  /** Sets a key for the statements to come, as {@code SET} does. */
  void set(String key, String value) {
    SessionState.get().getConf().set(key, value);
  }

  /** Runs statements; returns the rows of the last one, with tabs between columns. */
  List<String> run(String... statements) throws IOException, CommandProcessorException {
    var rows = new ArrayList<String>();
    for (String statement : statements) {
      rows.clear();
      try (IDriver driver = DriverFactory.newDriver(SessionState.get().getConf())) {
        driver.run(statement);
        var some = new ArrayList<String>();
        while (driver.getResults(some)) {
          rows.addAll(some);
          some.clear();
        }
      }
    }
    return rows;
  }
}
