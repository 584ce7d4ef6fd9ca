// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.DriverFactory;
import org.apache.hadoop.hive.ql.IDriver;
import org.apache.hadoop.hive.ql.MapRedStats;
import org.apache.hadoop.hive.ql.exec.Utilities;
import org.apache.hadoop.hive.ql.exec.tez.HiveInputCounters;
import org.apache.hadoop.hive.ql.processors.CommandProcessorException;
import org.apache.hadoop.hive.ql.processors.CommandProcessorFactory;
import org.apache.hadoop.hive.ql.session.SessionState;
import org.apache.tez.common.counters.DAGCounter;

/**
 * A session of a Hive in this JVM: its driver, its metastore on Derby in memory, and Hadoop's local
 * runner or Tez in its local mode.
 */
final class HiveUnderTest {
  private static final Map<Engine, HiveUnderTest> SHARED = new EnumMap<>(Engine.class);

  private final Engine engine;
  private final HiveConf conf;
  private final Path folder;
  private final SessionState session;

  /**
   * Returns the session of an engine, which all test classes of a JVM share: creating a metastore,
   * and starting Tez, takes long. Each has a database of its own.
   */
  static HiveUnderTest shared(Engine engine) throws Exception {
    HiveUnderTest shared = SHARED.get(engine);
    if (shared != null) {
      SessionState.setCurrentSessionState(shared.session);
      return shared;
    }
    Path target = Files.createDirectories(Path.of("target"));
    Path folder = Files.createTempDirectory(target, "hive").toAbsolutePath();
    shared = new HiveUnderTest(folder, engine, Map.of());
    SHARED.put(engine, shared);
    shared.set(
        "hive.exec.post.hooks",
        IndexInserted.class.getName() + "," + TezCountersHook.class.getName());
    shared.run(
        "CREATE DATABASE " + engine + " LOCATION '" + folder.resolve("external").toUri() + "'",
        "USE " + engine);
    return shared;
  }

  /** Starts a Hive on MapReduce that keeps its files in {@code folder}. */
  HiveUnderTest(Path folder) {
    this(folder, Engine.MAP_REDUCE, Map.of());
  }

  /** Starts a Hive with settings in addition to those of its engine. */
  HiveUnderTest(Path folder, Engine engine, Map<String, String> further) {
    this.folder = folder;
    this.engine = engine;
    conf = new HiveConf();
    conf.set("fs.defaultFS", "file:///");
    conf.set("mapreduce.framework.name", "local");
    conf.set("hive.execution.engine", engine.setting());
    if (engine.isTez()) {
      conf.set("tez.local.mode", "true");
      conf.set("tez.staging-dir", folder.resolve("tez").toString());
      conf.set("tez.local.cache.root.folder", folder.toString());
      // Without it Hive asks for splits of 16 MB or more, in order to group them afterwards.
      conf.set("mapreduce.input.fileinputformat.split.minsize", "2");
      conf.set("tez.am.task.max.failed.attempts", "1");
      engine.further().forEach(conf::set);
    }
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
    // The end of a job is noticed at once, instead of after a second.
    conf.set("hive.exec.counters.pull.interval", "20");
    conf.set("mapreduce.client.progressmonitor.pollinterval", "20");
    conf.set("mapreduce.client.completion.pollinterval", "20");
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
    further.forEach(conf::set);
    session = SessionState.start(new SessionState(conf));
  }

  /** Returns the folder of its files. */
  Path folder() {
    return folder;
  }

  /** Sets a key for later statements, as {@code SET} does. */
  void set(String key, String value) {
    SessionState.get().getConf().set(key, value);
  }

  /** Closing it ends a setting. */
  interface Setting extends AutoCloseable {
    @Override
    void close();
  }

  /** Sets a key until the setting is closed. */
  Setting setting(String key, String value) {
    String before = SessionState.get().getConf().get(key);
    set(key, value);
    return () -> {
      if (before == null) {
        SessionState.get().getConf().unset(key);
      } else {
        set(key, before);
      }
    };
  }

  /**
   * Makes an external table over a new folder.
   *
   * @param rest {@code STORED AS}, and {@code TBLPROPERTIES} after it
   * @return the folder
   */
  Path external(String name, String columns, String rest) throws Exception {
    Path files = Files.createDirectories(folder.resolve("data").resolve(name));
    String location = " LOCATION '" + files.toUri() + "'";
    run(
        "CREATE EXTERNAL TABLE %s (%s) %s"
            .formatted(name, columns, rest.replaceFirst("(?= TBLPROPERTIES|$)", location)));
    return files;
  }

  /** Makes a table that is inserted into. */
  void table(String name, String columns, String rest) throws Exception {
    run("CREATE EXTERNAL TABLE %s (%s) %s".formatted(name, columns, rest));
  }

  /** Returns the data files, without index files, of such a table, or of a partition. */
  List<Path> dataFiles(String table) throws IOException {
    try (var files = Files.list(folder.resolve("external").resolve(table).normalize())) {
      return files
          .filter(file -> !file.getFileName().toString().matches("\\..*|.*\\.r?idx"))
          .sorted()
          .toList();
    }
  }

  /** Returns a parameter of a table or a partition from {@code DESCRIBE FORMATTED}. */
  String parameter(String tableAndPartition, String name) throws Exception {
    for (String line : run("DESCRIBE FORMATTED " + tableAndPartition)) {
      String[] cells = line.trim().split("\\s+");
      if (cells[0].equals(name)) {
        return cells[1];
      }
    }
    return null;
  }

  /** Returns a counter of the job that ran last. */
  long counter(Enum<?> counter) {
    if (engine.isTez()) {
      return TezCountersHook.last().findCounter(counter).getValue();
    }
    MapRedStats last = null;
    for (MapRedStats stats : SessionState.get().getMapRedStats().values()) {
      last = stats;
    }
    return last.getCounters().findCounter(counter).getValue();
  }

  /** Returns how many splits the first vertex of the job of Tez that ran last had. */
  long splits(HiveInputCounters counter) {
    String group = HiveInputCounters.class.getName();
    String name = Utilities.getVertexCounterName(counter.name(), "Map 1");
    return TezCountersHook.last().findCounter(group, name).getValue();
  }

  /** Returns how many tasks of the job of Tez that ran last succeeded. */
  long tasks() {
    return counter(DAGCounter.NUM_SUCCEEDED_TASKS);
  }

  /** Adds a jar to the session, as {@code ADD JAR} does. */
  void addJar(String jar) throws Exception {
    String[] statement = {"ADD", "JAR", jar};
    CommandProcessorFactory.get(statement, SessionState.get().getConf()).run("JAR " + jar);
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
