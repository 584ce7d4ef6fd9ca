// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.ExpectedRecords;
import dev.recordio.testing.ReadRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.ql.exec.tez.HiveInputCounters;
import org.apache.hadoop.hive.ql.session.SessionState;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Hive on a Tez whose tasks run side by side, in the containers of a YARN. */
class HiveTezOnYarnTest {
  private static final List<String> NAMES = List.of("indexed", "magic", "multi/part-0");

  private static TezOnYarn tez;
  private static HiveUnderTest hive;

  @BeforeAll
  static void start() throws Exception {
    tez = TezOnYarn.start();
    Path target = Files.createDirectories(Path.of("target"));
    Path folder = Files.createTempDirectory(target, "yarn").toAbsolutePath();
    hive = new HiveUnderTest(folder, Engine.TEZ_TASKS, tez.settings(folder));
    hive.set(
        "hive.exec.post.hooks",
        IndexInserted.class.getName() + "," + TezCountersHook.class.getName());
    hive.run(
        "CREATE DATABASE on_yarn LOCATION '" + folder.resolve("external").toUri() + "'",
        "USE on_yarn");
  }

  @AfterAll
  static void stop() throws Exception {
    if (hive != null) {
      SessionState.get().close();
    }
    if (tez != null) {
      tez.close();
    }
  }

  @Test
  void recordsAreReadAndInsertedByTasksSideBySide() throws Exception {
    Path folder = hive.external("source", "data BINARY", "STORED AS RECORDIO");
    var source = new ArrayList<ReadRecord>();
    for (String name : NAMES) {
      Files.write(
          folder.resolve(name.replace('/', '-') + ".rec"), ExpectedRecords.bytes(name + ".rec"));
      source.addAll(ExpectedRecords.of(name));
    }
    hive.table("target", "data BINARY", "STORED AS RECORDIO");
    try (var split = hive.setting("mapreduce.input.fileinputformat.split.maxsize", "20000")) {
      hive.run("INSERT OVERWRITE TABLE target SELECT data FROM source");
    }
    long tasks = hive.splits(HiveInputCounters.GROUPED_INPUT_SPLITS);
    assertTrue(tasks > NAMES.size(), tasks + " tasks");
    List<Path> files = hive.dataFiles("target");
    assertTrue(files.size() > 1, files + "");
    for (Path file : files) {
      assertTrue(Files.exists(file.resolveSibling(file.getFileName() + ".ridx")), file + "");
    }
    long bytes = source.stream().mapToLong(ReadRecord::length).sum();
    List<String> expected = List.of(source.size() + "\t" + bytes);
    for (String table : List.of("source", "target")) {
      assertEquals(expected, hive.run("SELECT count(*), sum(length(data)) FROM " + table), table);
    }
    assertEquals(
        hive.run("SELECT count(DISTINCT md5(data)) FROM source"),
        hive.run("SELECT count(DISTINCT md5(data)) FROM target"));
  }
}
