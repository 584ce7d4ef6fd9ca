// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.recordio.fs.record.RecordInputs;
import dev.recordio.testing.Damage;
import dev.recordio.testing.Faults;
import dev.recordio.testing.Fixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordIOSourceTest extends SparkTestBase {
  private final Faults faults = new Faults();

  @Test
  void theLibraryIsTheShippedJar() throws Exception {
    Path jar =
        Path.of(RecordInputs.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    assumeTrue(Files.isRegularFile(jar), "classes, not yet packed");
    assertTrue(jar.getFileName().toString().startsWith("recordio-hadoop-jobs-"), "" + jar);
  }

  @Test
  void foldersNameAPartitionColumn() throws IOException {
    Path train = Files.createDirectories(folder.resolve("split=train"));
    Path test = Files.createDirectories(folder.resolve("split=test"));
    Fixtures.copy("plain.rec", train);
    Fixtures.copy("tiny.rec", test);
    Dataset<Row> rows = spark.read().format("recordio").load(folder.toString());
    assertEquals(List.of("offset", "data", "split"), List.of(rows.columns()));
    assertEquals(
        Fixtures.records("plain.rec").stream().map(Fixtures.Row::sha256).sorted().toList(),
        digests(rows.where("split = 'train'")));
    assertEquals(
        Fixtures.records("tiny.rec").size(),
        rows.groupBy("split").count().where("split = 'test'").first().getLong(1));
  }

  @Test
  void sideFilesAloneAreAnError() throws IOException {
    String index = Fixtures.copy("indexed.idx", folder).toString();
    refused(
        "recordio has nothing to read: all 1 files are side",
        () -> spark.read().format("recordio").load(index));
  }

  @Test
  void countingReadsHeadersAlone() throws IOException {
    Path file = folder.resolve("long.rec");
    Files.write(
        file, Damage.file(List.of(new byte[3 << 20], Damage.payload(1, 10), new byte[3 << 20])));
    Configuration conf = spark.sparkContext().hadoopConfiguration();
    String watched = faults.over(conf, new org.apache.hadoop.fs.Path(file.toUri())).toString();
    Dataset<Row> rows =
        spark.read().format("recordio").option("recordio.input.buffer-size", "4k").load(watched);

    // One range: one that begins inside a payload would have to search for its first record.
    spark.conf().set("spark.sql.files.minPartitionNum", 1);
    assertEquals(3, rows.count());
    assertTrue(faults.bytesRead() < 1 << 16, faults.bytesRead() + " bytes");
    assertEquals(
        List.of(0L, (3L << 20) + 8, (3L << 20) + 28),
        rows.select("offset").as(org.apache.spark.sql.Encoders.LONG()).collectAsList());
    assertTrue(faults.bytesRead() < 1 << 17, faults.bytesRead() + " bytes");

    faults.recount();
    assertEquals(3, rows.select("data").collectAsList().size());
    assertTrue(faults.bytesRead() >= 6 << 20, faults.bytesRead() + " bytes");
  }

  @Test
  void imagesAreColumns() throws IOException {
    Path file = resource("images/multi.rec", folder);
    List<String[]> table = imageTable();
    Dataset<Row> rows =
        spark.read().format("recordio").option("recordio.payload", "image").load(file.toString());
    List<Row> read = rows.orderBy("offset").collectAsList();
    assertEquals(table.size(), read.size());
    for (int i = 0; i < read.size(); i++) {
      Row row = read.get(i);
      String[] cells = table.get(i);
      assertEquals(Long.parseLong(cells[1]), row.<Long>getAs("offset"));
      assertEquals(Long.parseUnsignedLong(cells[6]), row.<Long>getAs("id"));
      assertEquals(Long.parseUnsignedLong(cells[7]), row.<Long>getAs("id2"));
      List<String> bits = new ArrayList<>();
      for (Object label : row.getList(row.fieldIndex("labels"))) {
        bits.add(String.format("%08x", Float.floatToRawIntBits((Float) label)));
      }
      assertEquals(cells[5], String.join(",", bits));
      byte[] data = row.getAs("data");
      assertEquals(cells[9], Fixtures.sha256(data, 0, data.length));
      assertEquals(row.getList(row.fieldIndex("labels")).get(0), row.getAs("label"));
    }
    // Reading only headers gives the same ids and labels.
    List<Row> heads = rows.orderBy("offset").select("id", "label").collectAsList();
    for (int i = 0; i < heads.size(); i++) {
      assertEquals(read.get(i).<Long>getAs("id"), heads.get(i).getLong(0));
      assertEquals(read.get(i).<Float>getAs("label"), heads.get(i).getFloat(1));
    }
  }

  @Test
  void imageColumnsOfOtherPayloadsAreAnErrorThatNamesTheRecord() throws IOException {
    Path file = Fixtures.copy("tiny.rec", folder);
    Dataset<Row> rows =
        spark.read().format("recordio").option("recordio.payload", "image").load(file.toString());
    assertEquals(Fixtures.records("tiny.rec").size(), rows.count());
    for (String column : List.of("label", "data")) {
      String message =
          causes(assertThrows(Exception.class, () -> rows.select(column).collectAsList()));
      assertTrue(message.contains("malformed image record header"), message);
      assertTrue(message.contains("tiny.rec at offset 0"), message);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "key BIGINT | | recordio has no column 'key'; its columns are offset BIGINT, data BINARY",
        "data STRING | | column 'data' of recordio is BINARY, not STRING",
        "| recordio.input.parts=4 | recordio has no option 'recordio.input.parts'",
        "| recordio.payloads=image | recordio has no option 'recordio.payloads'; it takes"
            + " recordio.input.buffer-size, ",
        "| recordio.payload=text | recordio.payload is 'text'; it takes one of binary, image",
      })
  void wrongColumnsAndOptionsAreNamed(String schema, String option, String expected)
      throws IOException {
    String file = Fixtures.copy("tiny.rec", folder).toString();
    DataFrameReader reader = spark.read().format("recordio");
    DataFrameReader wrong =
        schema != null
            ? reader.schema(schema)
            : reader.option(option.split("=")[0], option.split("=")[1]);
    refused(expected, () -> wrong.load(file).count());
  }
}
