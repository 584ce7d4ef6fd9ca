// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.testing.Damage;
import dev.recordio.testing.Faults;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What queries read of a file of 2000 records of 5072 bytes, in ranges of a million bytes. */
class PushDownTest extends SparkTestBase {
  private static final Faults FAULTS = new Faults();

  private static final int RECORDS = 2000;
  private static final int PAYLOAD = 5072;
  private static final int FRAMED = PAYLOAD + 8;

  private String watched;
  private Path file;

  /** Writes the file; record {@code i} has the key {@code 2 * (RECORDS - i)}. */
  @BeforeEach
  void write() throws IOException {
    file = folder.resolve("a.rec");
    Configuration conf = LocalFiles.raw();
    var rec = new org.apache.hadoop.fs.Path(file.toUri());
    try (var writer = RecordFileWriter.create(conf, rec, RecordFiles.index(rec))) {
      for (int i = 0; i < RECORDS; i++) {
        writer.write(2L * (RECORDS - i), Damage.payload(i, PAYLOAD), 0, PAYLOAD);
      }
    }
    // As after a copy: nothing is newer than anything else.
    for (String name : List.of("a.rec", "a.idx", "a.ridx")) {
      Files.setLastModifiedTime(folder.resolve(name), FileTime.fromMillis(1_000_000));
    }
    maxPartitionBytes(1_000_000);
    spark.conf().set("spark.sql.files.openCostInBytes", 0);
    watched = FAULTS.over(spark.sparkContext().hadoopConfiguration(), rec).toString();
  }

  private DataFrameReader reader() {
    return spark.read().format("recordio").option("recordio.input.buffer-size", "4k");
  }

  private Dataset<Row> read() {
    return reader().load(watched);
  }

  private static List<Long> longs(Dataset<Row> column) {
    return column.as(Encoders.LONG()).collectAsList();
  }

  /** Returns the bytes that a query reads. */
  private static long bytesRead(Runnable query) {
    FAULTS.recount();
    query.run();
    assertEquals(0, FAULTS.open());
    return FAULTS.bytesRead();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "offset = 5080000                                      | 1   | 1 | 20000",
        "offset = 5080001                                      | 0   | 1 | 20000",
        "offset >= 5080000 AND offset < 5130800                 | 10  | 1 | 60000",
        "offset BETWEEN 5080000 AND 5130800                     | 11  | 1 | 60000",
        "offset > 10000000                                     | 31  | 1 | 200000",
        "offset <= 5080 AND length(data) > 3                   | 2   | 1 | 20000",
        "offset IN (5080, 5080000, 10109200)                     | 3   | 3 | 60000",
        "offset = 5080 OR offset > 10150000                     | 2   | 2 | 40000",
        "offset < 100 AND offset > 200                        | 0   | 0 | 0",
        "offset IN (5080, 1000000, 20000000)                      | 1   | 2 | 60000",
        "offset = 5080 OR length(data) = 5072                  | 2000| 11| 20000000",
      })
  void filtersOnOffsetsLimitWhatIsRead(String filter, int records, int opened, long most) {
    Dataset<Row> rows = read().where(filter);
    var found = new ArrayList<Row>();
    long bytes = bytesRead(() -> found.addAll(rows.collectAsList()));
    assertEquals(records, found.size());
    assertTrue(bytes <= most, filter + " read " + bytes + " bytes");
    assertEquals(opened, FAULTS.opened());
    for (Row row : found) {
      byte[] expected = Damage.payload((int) (row.getLong(0) / FRAMED), PAYLOAD);
      assertEquals(
          List.of(expected.length, expected[0]),
          List.of(row.<byte[]>getAs(1).length, row.<byte[]>getAs(1)[0]));
    }
  }

  @Test
  void damageThatIsSkippedIsSkippedByEveryQuery() {
    for (String setting :
        List.of("recordio.input.corrupt-record.policy=skip", "recordio.split.verify-records=3")) {
      String[] option = setting.split("=");
      Dataset<Row> rows = reader().option(option[0], option[1]).load(watched);
      long bytes =
          bytesRead(() -> assertEquals(1, rows.where("offset = 5080").collectAsList().size()));
      assertTrue(bytes >= RECORDS * FRAMED, bytes + " bytes");
    }
  }

  @Test
  void recordsAreCountedByTheBinaryIndex() throws IOException {
    long bytes = bytesRead(() -> assertEquals(RECORDS, read().count()));
    // The index has 12 bytes of a record and more, the file 5080.
    assertTrue(bytes < 1_000_000, bytes + " bytes");
    var offsets = new ArrayList<Long>();
    bytes = bytesRead(() -> offsets.addAll(longs(read().select("offset").orderBy("offset"))));
    assertTrue(bytes < 1_000_000, bytes + " bytes");
    assertEquals(RECORDS, offsets.size());
    for (int i = 0; i < RECORDS; i++) {
      assertEquals((long) i * FRAMED, offsets.get(i));
    }
    Files.delete(folder.resolve("a.ridx"));
    bytes = bytesRead(() -> assertEquals(RECORDS, read().count()));
    assertTrue(bytes > 3_000_000, bytes + " bytes");
  }

  @Test
  void anIndexOfAnotherFileIsNotCounted() throws IOException {
    var payloads = new ArrayList<byte[]>();
    // The same length, but other records.
    for (int i = 0; i < RECORDS / 2; i++) {
      payloads.add(Damage.payload(i, 2 * FRAMED - 8));
    }
    Files.write(file, Damage.file(payloads));
    assertEquals(RECORDS * FRAMED, Files.size(file));
    assertEquals(RECORDS / 2, read().count());
  }

  @Test
  void aLimitStopsReading() {
    for (int limit : List.of(1, 10)) {
      long bytes = bytesRead(() -> assertEquals(limit, read().limit(limit).collectAsList().size()));
      assertTrue(bytes <= 60_000, bytes + " bytes");
      assertEquals(1, FAULTS.opened());
    }
  }

  private Dataset<Row> readKeys() {
    return reader().option("recordio.input.key-column", "true").load(watched);
  }

  @Test
  void keysAreAColumn() {
    Dataset<Row> rows = readKeys();
    assertEquals(List.of("offset", "key", "data"), List.of(rows.columns()));
    List<Row> all = rows.select("offset", "key").orderBy("offset").collectAsList();
    assertEquals(RECORDS, all.size());
    for (int i = 0; i < RECORDS; i++) {
      assertEquals(2L * (RECORDS - i), all.get(i).getLong(1));
    }
    assertEquals(RECORDS, rows.count());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "key = 2000                          | 1000",
        "key BETWEEN 1999 AND 2004           | 1000 999 998",
        "key < 5                             | 1999 1998",
        "key IN (4000, 3998, 2, 7)           | 0 1 1999",
        "key = 2000 AND offset = 5080000     | 1000",
        "key = 2000 AND offset > 5080000     | ",
      })
  void filtersOnKeysLimitWhatIsRead(String filter, String expected) throws IOException {
    Dataset<Row> rows = readKeys().where(filter).orderBy("offset").select("offset", "data");
    var found = new ArrayList<Row>();
    maxPartitionBytes(4_000_000);
    long index = Files.size(folder.resolve("a.ridx"));
    long bytes = bytesRead(() -> found.addAll(rows.collectAsList()));
    List<String> numbers = found.stream().map(row -> "" + row.getLong(0) / FRAMED).toList();
    List<String> wanted = expected == null ? List.of() : List.of(expected.split(" "));
    assertEquals(
        wanted.stream().sorted(java.util.Comparator.comparing(Integer::valueOf)).toList(), numbers);
    // Each of the 3 ranges reads the index, and headers to check it.
    assertTrue(bytes < 3 * (index + 100_000), filter + " read " + bytes + " bytes");
    for (Row row : found) {
      assertEquals(
          Damage.payload((int) (row.getLong(0) / FRAMED), PAYLOAD)[0], row.<byte[]>getAs(1)[0]);
    }
  }

  @Test
  void keysAreWrittenAsTheyWereRead() {
    String out = folder.resolve("out").toString();
    readKeys()
        .where("key > 3000")
        .write()
        .format("recordio")
        .option("recordio.input.key-column", "true")
        .option("recordio.output.index.keys", "key")
        .save(out);
    Dataset<Row> back =
        spark.read().format("recordio").option("recordio.input.key-column", "true").load(out);
    assertEquals(
        0,
        readKeys()
            .where("key > 3000")
            .select("key", "data")
            .exceptAll(back.select("key", "data"))
            .count());
    assertEquals(500, back.count());
  }

  @Test
  void textIndexesHaveKeysToo() throws IOException {
    Files.delete(folder.resolve("a.ridx"));
    Path text = folder.resolve("a.idx");
    List<String> lines = new ArrayList<>(Files.readAllLines(text));
    lines.remove(5);
    Files.write(text, lines);
    assertEquals(List.of(5080L * 1000), longs(readKeys().where("key = 2000").select("offset")));
    assertEquals(List.of(5080L * 5), longs(readKeys().where("key IS NULL").select("offset")));
  }

  @Test
  void keysOfFilesWithoutAnIndexAreAnError() throws IOException {
    Files.delete(folder.resolve("a.ridx"));
    Files.delete(folder.resolve("a.idx"));
    refused(
        "recordio.input.key-column is true, but faulty:"
            + file
            + " has no index; to make one: recordio index",
        () -> readKeys().select("key").collectAsList());
  }
}
