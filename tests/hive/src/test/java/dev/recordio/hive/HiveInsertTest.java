// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.numbered.RecordIndex;
import dev.recordio.mapreduce.IndexedRecordIOInputFormat;
import dev.recordio.mapreduce.RecordIOInputFormat;
import dev.recordio.testing.ExpectedRecords;
import dev.recordio.testing.Logged;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Records;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What an INSERT writes: files of records with indexes that fit, in tables and partitions. */
@ParameterizedClass
@EnumSource(names = {"MAP_REDUCE", "TEZ"})
class HiveInsertTest {
  private static final String COLUMNS = "key BIGINT, data BINARY";
  private static final List<String> NAMES = List.of("indexed", "magic", "multi/part-0");
  private static HiveUnderTest hive;
  private static List<ReadRecord> source;

  @Parameter Engine engine;

  @BeforeParameterizedClassInvocation
  static void start(Engine engine) throws Exception {
    hive = HiveUnderTest.shared(engine);
    Path files = hive.external("insert_source", COLUMNS, "STORED AS RECORDIO");
    source = new ArrayList<>();
    for (String name : NAMES) {
      Files.write(
          files.resolve(name.replace('/', '-') + ".rec"), ExpectedRecords.bytes(name + ".rec"));
      source.addAll(ExpectedRecords.of(name));
    }
  }

  /** Checks that an index fits its file, and returns the records read with it by number. */
  private static List<ReadRecord> byNumber(Path file) throws Exception {
    var conf = new Configuration();
    var path = new org.apache.hadoop.fs.Path(file.toUri());
    var status = path.getFileSystem(conf).getFileStatus(path);
    RecordIndex index = RecordIndex.read(conf, status);
    assertEquals(RecordIndex.Source.BINARY, index.source());
    List<ReadRecord> scanned = Records.of(conf, path, 0, status.getLen());
    assertEquals(
        scanned.stream().map(ReadRecord::offset).toList(),
        IntStream.range(0, index.count()).mapToObj(index::offset).toList());
    var lines = new ArrayList<String>();
    for (int i = 0; i < index.count(); i++) {
      lines.add(i + "\t" + index.offset(i));
    }
    assertEquals(lines, Files.readAllLines(Path.of(RecordFiles.index(path).toUri().getPath())));
    Job job = Job.getInstance(conf);
    RecordIOInputFormat.setInput(job, path.toString());
    int last = index.count() - 1;
    int first = Math.min(1, last);
    IndexedRecordIOInputFormat.setRows(job, first, last);
    List<ReadRecord> rows = Records.ofAll(new IndexedRecordIOInputFormat(), job);
    assertEquals(digests(scanned.subList(first, scanned.size())), digests(rows));
    return scanned;
  }

  private static List<String> digests(List<ReadRecord> records) {
    return records.stream().map(ReadRecord::sha256).toList();
  }

  private static List<String> sorted(List<ReadRecord> records) {
    return digests(records).stream().sorted().toList();
  }

  private static List<ReadRecord> recordsOf(String tableOrPartition) throws Exception {
    var all = new ArrayList<ReadRecord>();
    for (Path file : hive.dataFiles(tableOrPartition)) {
      all.addAll(byNumber(file));
    }
    return all;
  }

  private static long named(String table, String pattern) throws IOException {
    return hive.dataFiles(table).stream()
        .filter(file -> file.getFileName().toString().matches(pattern))
        .count();
  }

  @Test
  @Supports(
      row = "write .rec + .idx + .ridx",
      engine = {"Hive 4.0", "Hive on Tez"})
  void eachInsertLeavesFilesWithIndexesThatFit() throws Exception {
    hive.table("into_twice", COLUMNS, "STORED AS RECORDIO");
    hive.run("INSERT INTO into_twice SELECT key, data FROM insert_source");
    assertEquals(sorted(source), sorted(recordsOf("into_twice")));
    assertEquals(Integer.toString(source.size()), hive.parameter("into_twice", "numRows"));
    hive.run("INSERT INTO into_twice SELECT key, data FROM insert_source WHERE key = 0");
    assertTrue(named("into_twice", "0.*_copy_1") > 0);
    assertEquals(source.size() + NAMES.size(), recordsOf("into_twice").size());
    hive.run("INSERT OVERWRITE TABLE into_twice SELECT key, data FROM insert_source WHERE key = 0");
    assertEquals(NAMES.size(), recordsOf("into_twice").size());
    assertEquals(List.of("" + NAMES.size()), hive.run("SELECT count(*) FROM into_twice"));
  }

  @Test
  void partitionsThatAreInsertedHaveIndexesAndRowCounts() throws Exception {
    hive.run(
        "CREATE EXTERNAL TABLE parts (data BINARY) PARTITIONED BY (p STRING) STORED AS RECORDIO");
    hive.run(
        "INSERT INTO parts PARTITION (p='fixed') SELECT data FROM insert_source WHERE key = 0");
    assertEquals(NAMES.size(), recordsOf("parts/p=fixed").size());
    try (var dynamic = hive.setting("hive.exec.dynamic.partition.mode", "nonstrict")) {
      hive.run(
          "INSERT INTO parts PARTITION (p)"
              + " SELECT data, if(length(data) % 2 = 0, 'even', 'odd') FROM insert_source");
    }
    var both = new ArrayList<>(recordsOf("parts/p=even"));
    assertEquals(
        Integer.toString(both.size()), hive.parameter("parts PARTITION (p='even')", "numRows"));
    both.addAll(recordsOf("parts/p=odd"));
    assertEquals(sorted(source), sorted(both));
    long even = source.stream().filter(record -> record.length() % 2 == 0).count();
    assertEquals(
        List.of("even\t" + even, "fixed\t" + NAMES.size(), "odd\t" + (source.size() - even)),
        hive.run("SELECT p, count(*) FROM parts GROUP BY p ORDER BY p"));
  }

  @Test
  void aStatementWithoutRowsLeavesNothingToIndexAndNoWarning() throws Exception {
    hive.run(
        "CREATE EXTERNAL TABLE without_rows (data BINARY)"
            + " PARTITIONED BY (p STRING) STORED AS RECORDIO");
    String insert =
        "INSERT INTO without_rows PARTITION (p='%s') SELECT data FROM insert_source WHERE false";
    String log =
        Logged.of(
            IndexInserted.class,
            () -> {
              hive.run(insert.formatted("a"));
              Path gone = hive.folder().resolve("gone");
              hive.run(
                  "ALTER TABLE without_rows ADD PARTITION (p='b') LOCATION '" + gone.toUri() + "'",
                  "ALTER TABLE without_rows PARTITION (p='b') SET LOCATION '"
                      + gone.resolve("a").toUri()
                      + "'",
                  insert.formatted("b"));
            });
    assertFalse(log.contains("have no index"), log);
  }

  @Test
  void filesMayEndInRecWhichTheirIndexesAreNamedWithout() throws Exception {
    hive.table("with_suffix", COLUMNS, "STORED AS RECORDIO");
    try (var extension = hive.setting("hive.output.file.extension", ".rec")) {
      hive.run("INSERT INTO with_suffix SELECT key, data FROM insert_source");
      assertEquals(hive.dataFiles("with_suffix").size(), named("with_suffix", "0.*\\.rec"));
      assertEquals(sorted(source), sorted(recordsOf("with_suffix")));
    }
    String log =
        Logged.of(
            IndexInserted.class,
            () -> hive.run("INSERT INTO with_suffix SELECT key, data FROM insert_source"));
    assertTrue(log.contains("an index for two files: "), log);
    assertEquals(List.of("" + 2 * source.size()), hive.run("SELECT count(data) FROM with_suffix"));
  }

  @Test
  void textPayloadsComeBackAsTheyWereInserted() throws Exception {
    hive.table(
        "words", "word STRING", "STORED AS RECORDIO TBLPROPERTIES ('recordio.payload'='text')");
    hive.run("INSERT INTO words VALUES ('café'), (''), ('two words')");
    assertEquals(
        List.of("\t0", "café\t4", "two words\t9"),
        hive.run("SELECT word, length(word) FROM words ORDER BY word"));
    assertEquals(3, recordsOf("words").size());
    hive.run(
        "CREATE EXTERNAL TABLE words_again STORED AS RECORDIO"
            + " TBLPROPERTIES ('recordio.payload'='text') AS SELECT word FROM words");
    assertEquals(sorted(recordsOf("words")), sorted(recordsOf("words_again")));
  }

  @Test
  void weightsGroupsAndMapsAreInsertedIntoLibSvm() throws Exception {
    String rest = "STORED AS LIBSVM";
    Path files =
        hive.external(
            "ranked", "label DOUBLE, weight FLOAT, qid BIGINT, features MAP<BIGINT,FLOAT>", rest);
    byte[] lines = "1:0.5 qid:7 0:1 12:-2.5\n0:2 qid:7\n3:1 qid:8 4294967296:0.25\n".getBytes();
    Files.write(files.resolve("rows.txt"), lines);
    assertEquals(
        List.of("7\t1.0\t0.5\t-2.5", "7\t0.0\t2.0\tNULL", "8\t3.0\t1.0\tNULL"),
        hive.run("SELECT qid, label, weight, features[12L] FROM ranked ORDER BY qid, label DESC"));
    hive.table(
        "ranked_copy", "features MAP<BIGINT,FLOAT>, qid BIGINT, weight FLOAT, label DOUBLE", rest);
    hive.run("INSERT INTO ranked_copy SELECT features, qid, weight, label FROM ranked");
    assertEquals("3", hive.parameter("ranked_copy", "numRows"));
    assertArrayEquals(lines, Files.readAllBytes(hive.dataFiles("ranked_copy").get(0)));
  }
}
