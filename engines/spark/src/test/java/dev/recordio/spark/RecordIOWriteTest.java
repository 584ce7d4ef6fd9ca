// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.Fixtures;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Supports(
    row = "write .rec + .idx + .ridx",
    engine = {"Spark 4.2", "Spark 3.5"})
class RecordIOWriteTest extends SparkTestBase {
  private static Dataset<Row> read(Path path) {
    return spark.read().format("recordio").load(path.toString());
  }

  @Test
  void aCopyIsTheSameFileWithItsIndex() throws IOException {
    for (String name : List.of("magic.rec", "indexed.rec", "empty-records.rec")) {
      Path source = Fixtures.copy(name, folder);
      Path out = folder.resolve(name + "-out");
      read(source).write().format("recordio").save(out.toString());
      List<Path> records = files(out, ".rec");
      assertEquals(1, records.size());
      assertArrayEquals(Fixtures.bytes(name), Files.readAllBytes(records.get(0)));
      Path index = files(out, ".idx").get(0);
      assertEquals(
          records.get(0).getFileName().toString().replace(".rec", ".idx"),
          index.getFileName().toString());
      List<String> offsets = Files.readAllLines(index).stream().map(l -> l.split("\t")[1]).toList();
      assertEquals(Fixtures.records(name).stream().map(row -> "" + row.offset()).toList(), offsets);
      assertEquals(1, files(out, ".ridx").size());
      assertTrue(Files.exists(out.resolve("_SUCCESS")));
      assertEquals(digests(read(source)), digests(read(out)));
    }
  }

  @Test
  void imagesComeBackAsTheyWere() throws IOException {
    for (String name : List.of("single", "multi")) {
      Path source = resource("images/" + name + ".rec", folder);
      Path out = folder.resolve(name);
      Dataset<Row> images =
          spark
              .read()
              .format("recordio")
              .option("recordio.payload", "image")
              .load(source.toString());
      images
          .write()
          .format("recordio")
          .option("recordio.payload", "image")
          .option("recordio.output.index.keys", "key")
          .save(out.toString());
      assertArrayEquals(Files.readAllBytes(source), Files.readAllBytes(files(out, ".rec").get(0)));
      assertEquals(
          Files.readAllLines(resource("images/" + name + ".idx", folder)),
          Files.readAllLines(files(out, ".idx").get(0)));
    }
  }

  @Test
  void partitionsHoldTheirOwnRecords() throws IOException {
    Path source = Fixtures.copy("indexed.rec", folder);
    Path out = folder.resolve("out");
    read(source)
        .selectExpr("data", "length(data) % 2 AS odd")
        .write()
        .format("recordio")
        .partitionBy("odd")
        .save(out.toString());
    assertEquals(2, files(out, ".idx").size());
    Dataset<Row> back = read(out);
    assertEquals(digests(read(source)), digests(back));
    assertEquals(0, back.where("length(data) % 2 <> odd").count());
  }

  @Test
  void whatCannotBeWrittenIsRefused() {
    assertRefused("SELECT 'a' AS data", "column 'data' of recordio is BINARY, not STRING");
    assertRefused("SELECT 1L AS offset", "a column 'data' is needed");
    assertRefused(
        "SELECT CAST(NULL AS BINARY) AS data", "has no data: expected a value, found NULL");
    assertRefused("SELECT X'00' AS data, 1 AS rank", "recordio has no column 'rank'");
  }

  private void assertRefused(String query, String message) {
    Dataset<Row> rows = spark.sql(query);
    refused(
        message,
        () ->
            rows.write()
                .mode("overwrite")
                .format("recordio")
                .save(folder.resolve("refused").toString()));
  }

  private static DataFrameWriter<Row> writer(Dataset<Row> rows) {
    return rows.write().format("recordio");
  }

  @Test
  void modesSayWhatBecomesOfWhatIsThere() throws IOException {
    Path source = Fixtures.copy("indexed.rec", folder);
    long records = Fixtures.records("indexed.rec").size();
    String out = folder.resolve("out").toString();
    Dataset<Row> rows = read(source);
    writer(rows).mode(SaveMode.ErrorIfExists).save(out);
    String exists =
        causes(
            assertThrows(
                AnalysisException.class,
                () -> writer(rows).mode(SaveMode.ErrorIfExists).save(out)));
    assertTrue(exists.contains("PATH_ALREADY_EXISTS"), exists);
    writer(rows).mode(SaveMode.Ignore).save(out);
    assertEquals(1, files(Path.of(out), ".rec").size());
    writer(rows).mode(SaveMode.Append).save(out);
    assertEquals(2, files(Path.of(out), ".rec").size());
    assertEquals(2, files(Path.of(out), ".idx").size());
    assertEquals(2 * records, read(Path.of(out)).count());
    writer(rows).mode(SaveMode.Overwrite).save(out);
    assertEquals(1, files(Path.of(out), ".idx").size());
    assertEquals(records, read(Path.of(out)).count());
  }

  @Test
  void overwritingOnePartitionLeavesTheOthers() throws IOException {
    Path out = folder.resolve("out");
    Dataset<Row> both = spark.sql("SELECT X'0A' data, 'a' p UNION ALL SELECT X'0B' data, 'b' p");
    writer(both.coalesce(1)).partitionBy("p").save(out.toString());
    writer(spark.sql("SELECT X'0C' data, 'b' p"))
        .partitionBy("p")
        .mode(SaveMode.Overwrite)
        .option("partitionOverwriteMode", "dynamic")
        .save(out.toString());
    Dataset<Row> texts = read(out).selectExpr("p || hex(data) AS x").orderBy("x");
    assertEquals(List.of("a0A", "b0C"), texts.as(Encoders.STRING()).collectAsList());
    assertEquals(1, files(out.resolve("p=b"), ".rec").size());
    assertEquals(1, files(out.resolve("p=b"), ".idx").size());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void bothWaysToCommitTakeTheIndexesAlong(int version) throws IOException {
    Path source = Fixtures.copy("indexed.rec", folder);
    int records = Fixtures.records("indexed.rec").size();
    Path out = folder.resolve("out");
    long most = (records + 2) / 3;
    writer(read(source))
        .option("mapreduce.fileoutputcommitter.algorithm.version", version)
        .option("maxRecordsPerFile", most)
        .save(out.toString());
    List<String> stems =
        files(out, ".rec").stream().map(file -> file.toString().replace(".rec", "")).toList();
    assertEquals(3, stems.size());
    for (String suffix : List.of(".idx", ".ridx")) {
      assertEquals(
          stems, files(out, suffix).stream().map(f -> f.toString().replace(suffix, "")).toList());
    }
    assertEquals(digests(read(source)), digests(read(out)));
  }

  @Test
  void tablesAreMadeAndFilledWithSQL() throws IOException {
    Path source = resource("images/single.rec", folder);
    Path table = folder.resolve("chosen");
    String using = " USING recordio OPTIONS (`recordio.payload` 'image', path '%s')";
    String columns = "SELECT id, label, data FROM ";
    try {
      spark.sql("CREATE TEMPORARY VIEW packed" + using.formatted(source.toUri()));
      spark.sql(
          "CREATE TABLE chosen (id BIGINT, label FLOAT, data BINARY)"
              + using.formatted(table.toUri()));
      spark.sql("INSERT INTO chosen " + columns + "packed WHERE id % 2 = 0");
      spark.sql("INSERT INTO chosen " + columns + "packed WHERE id % 2 = 1");
      assertEquals(0, spark.sql(columns + "chosen EXCEPT " + columns + "packed").count());
      assertEquals(spark.table("packed").count(), spark.table("chosen").count());
      assertEquals(2, files(table, ".ridx").size());
    } finally {
      spark.sql("DROP TABLE IF EXISTS chosen");
      spark.catalog().dropTempView("packed");
    }
  }

  @Test
  void packedRecordFilesAreRefused() {
    Dataset<Row> rows = spark.sql("SELECT X'00' AS data");
    String text =
        causes(
            assertThrows(
                Exception.class,
                () ->
                    writer(rows)
                        .option("compression", "gzip")
                        .save(folder.resolve("refused").toString())));
    assertTrue(text.contains("RecordIO files are not compressed as a whole"), text);
  }

  @Test
  void globalKeysAreRefused() {
    Dataset<Row> rows = spark.sql("SELECT X'00' AS data");
    refused(
        "recordio.output.index.keys is global",
        () ->
            rows.write()
                .format("recordio")
                .option("recordio.output.index.keys", "global")
                .save(folder.resolve("refused").toString()));
  }
}
