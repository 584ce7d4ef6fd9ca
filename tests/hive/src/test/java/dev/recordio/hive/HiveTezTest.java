// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.hive.store.StoreHiveInputFormat;
import dev.recordio.testing.ExpectedRecords;
import dev.recordio.testing.Fixtures;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.exec.tez.HiveInputCounters;
import org.apache.hadoop.hive.ql.io.HiveInputFormat;
import org.apache.hadoop.hive.ql.io.orc.OrcInputFormat;
import org.apache.hadoop.mapred.InputFormat;
import org.apache.hadoop.mapred.TextInputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What Tez alone does: it groups splits into tasks. */
@ParameterizedClass
@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "MAP_REDUCE")
class HiveTezTest {
  private static final List<String> NAMES = List.of("indexed", "magic", "multi/part-0");
  private static final String SPLIT_SIZE = "mapreduce.input.fileinputformat.split.maxsize";

  private static HiveUnderTest hive;

  @Parameter Engine engine;

  @BeforeParameterizedClassInvocation
  static void start(Engine engine) throws Exception {
    hive = HiveUnderTest.shared(engine);
  }

  private static List<ReadRecord> source() {
    return NAMES.stream().flatMap(name -> ExpectedRecords.of(name).stream()).toList();
  }

  /** Returns how many splits of at most {@code size} bytes the files of a folder have. */
  private static long splits(Path folder, long size) throws IOException {
    long splits = 0;
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        // Hadoop lets the last split of a file be a tenth longer.
        long left = Files.size(file);
        for (; left > size * 1.1; left -= size) {
          splits++;
        }
        splits++;
      }
    }
    return splits;
  }

  private Path sourceTable(String name) throws Exception {
    Path folder = hive.external(name, "key BIGINT, data BINARY", "STORED AS RECORDIO");
    for (String file : NAMES) {
      Files.write(
          folder.resolve(file.replace('/', '-') + ".rec"), ExpectedRecords.bytes(file + ".rec"));
    }
    return folder;
  }

  @Test
  @Supports(row = "many small .rec files in one split", engine = "Hive on Tez")
  void eachRecordIsReadOnceByAsManyTasksAsAreSet() throws Exception {
    Path folder = sourceTable("grouped");
    hive.table("grouped_copy", "key BIGINT, data BINARY", "STORED AS RECORDIO");
    List<ReadRecord> source = source();
    long bytes = source.stream().mapToLong(ReadRecord::length).sum();
    long keys = source.stream().filter(r -> r.offset() >= 500 && r.offset() <= 9000).count();
    assertTrue(keys > 0 && keys < source.size(), keys + " records");
    int size = 5_001;
    long splits = splits(folder, size);
    assertTrue(splits > NAMES.size() + 2, splits + " splits");
    String session = engine.further().getOrDefault("tez.grouping.split-count", "0");
    for (String count : engine == Engine.TEZ ? List.of(session, "3") : List.of(session)) {
      try (var split = hive.setting(SPLIT_SIZE, size + "");
          var grouping = hive.setting("tez.grouping.split-count", count)) {
        hive.run("INSERT OVERWRITE TABLE grouped_copy SELECT key, data FROM grouped");
        assertEquals(splits, hive.splits(HiveInputCounters.RAW_INPUT_SPLITS));
        long grouped = hive.splits(HiveInputCounters.GROUPED_INPUT_SPLITS);
        // Statistics are gathered by one more task.
        assertEquals(grouped + 1, hive.tasks());
        if (count.equals(session)) {
          assertEquals(engine == Engine.TEZ ? 1 : splits, grouped);
        } else {
          assertTrue(grouped >= 2 && grouped < splits, grouped + " tasks of " + splits);
        }
        List<Path> files = hive.dataFiles("grouped_copy");
        assertTrue(files.size() <= grouped, files + " of " + grouped);
        for (Path file : files) {
          assertTrue(Files.exists(file.resolveSibling(file.getFileName() + ".idx")), file + "");
        }
        for (String table : List.of("grouped", "grouped_copy")) {
          assertEquals(
              List.of(source.size() + "\t" + bytes),
              hive.run("SELECT count(*), sum(length(data)) FROM " + table));
        }
        assertEquals(
            List.of(keys + "\t" + NAMES.size() + "\t" + source.size()),
            hive.run(
                "SELECT count(if(key BETWEEN 500 AND 9000, 1, NULL)),"
                    + " count(DISTINCT INPUT__FILE__NAME),"
                    + " count(DISTINCT INPUT__FILE__NAME, key) FROM grouped"));
        assertEquals(
            List.of(keys + ""),
            hive.run("SELECT count(*) FROM grouped WHERE key BETWEEN 500 AND 9000"));
      }
    }
  }

  /** The splits of a task are read one after another, into the values of the first. */
  @Test
  void damageOfAllSplitsOfATaskIsReportedWithItsOwnFile() throws Exception {
    Path folder = hive.external("damaged_twice", "data BINARY", "STORED AS RECORDIO");
    for (String file : List.of("a.rec", "b.rec")) {
      Files.write(folder.resolve(file), Fixtures.bytes("damaged/leading-garbage.rec"));
    }
    Path quarantine = hive.folder().resolve("damaged_twice");
    String[] queries = {
      "SELECT count(data) FROM damaged_twice",
      "SELECT count(l.data) FROM damaged_twice l JOIN damaged_twice r"
          + " ON md5(l.data) = md5(r.data)"
    };
    for (String query : queries) {
      try (var policy = hive.setting("recordio.input.corrupt-record.policy", "quarantine");
          var dir =
              hive.setting(
                  "recordio.input.corrupt-record.quarantine-dir", quarantine.toUri() + "")) {
        assertFalse(hive.run(query).contains("0"));
      }
      var lines = new TreeSet<String>();
      try (Stream<Path> files = Files.list(quarantine)) {
        for (Path file : files.filter(file -> file.toString().endsWith(".tsv")).toList()) {
          Files.readAllLines(file).forEach(line -> lines.add(line.split("\t")[0]));
          Files.delete(file);
        }
      }
      assertEquals(
          List.of("a.rec", "b.rec"),
          lines.stream().map(line -> line.substring(line.lastIndexOf('/') + 1)).toList());
    }
  }

  @Test
  void payloadThatIsNoTextIsNamedByItsOwnFile() throws Exception {
    Path folder =
        hive.external(
            "some_words",
            "word STRING",
            "STORED AS RECORDIO TBLPROPERTIES ('recordio.payload'='text')");
    hive.run("INSERT INTO some_words VALUES ('a'), ('b')");
    Files.write(folder.resolve("wrong.rec"), Fixtures.bytes("indexed.rec"));
    String told = HiveDamageTest.told(() -> hive.run("SELECT max(word) FROM some_words"));
    assertTrue(told.contains("payload that is no text: "), told);
    assertTrue(told.contains("wrong.rec at offset "), told);
  }

  /** LLAP caches what it wraps, ORC, and what it encodes as ORC, delimited text. */
  @Test
  void llapReadsByTheFormatsThemselves() {
    var conf = new HiveConf();
    assertTrue(HiveInputFormat.canWrapForLlap(OrcInputFormat.class, false));
    assertTrue(
        HiveInputFormat.checkInputFormatForLlapEncode(conf, TextInputFormat.class.getName()));
    for (Class<? extends InputFormat<?, ?>> format :
        List.of(
            RecordIOHiveInputFormat.class,
            LibSVMHiveInputFormat.class,
            StoreHiveInputFormat.class)) {
      assertFalse(HiveInputFormat.canWrapForLlap(format, false));
      assertFalse(HiveInputFormat.checkInputFormatForLlapEncode(conf, format.getName()));
    }
  }
}
