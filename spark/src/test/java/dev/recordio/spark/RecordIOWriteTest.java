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
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

@Supports(row = "write .rec + .idx + .ridx", engine = "Spark 4.2")
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
    assertRefused("SELECT CAST(NULL AS BINARY) AS data", "row 1 of a file has no data");
    assertRefused("SELECT X'00' AS data, 1 AS rank", "recordio has no column 'rank'");
  }

  private void assertRefused(String query, String message) {
    Dataset<Row> rows = spark.sql(query);
    String text =
        causes(
            assertThrows(
                Exception.class,
                () ->
                    rows.write()
                        .mode("overwrite")
                        .format("recordio")
                        .save(folder.resolve("refused").toString())));
    assertTrue(text.contains(message), text);
  }

  @Test
  void globalKeysAreRefused() {
    Dataset<Row> rows = spark.sql("SELECT X'00' AS data");
    String text =
        causes(
            assertThrows(
                Exception.class,
                () ->
                    rows.write()
                        .format("recordio")
                        .option("recordio.output.index.keys", "global")
                        .save(folder.resolve("refused").toString())));
    assertTrue(text.contains("recordio.output.index.keys is global"), text);
  }
}
