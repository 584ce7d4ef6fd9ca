// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.Fixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/**
 * What Spark does for all its file sources, with these: SQL by path, buckets, pruned partitions.
 */
class FileSourceTest extends SparkTestBase {
  @Test
  void pathsAreTablesInSQL() throws IOException {
    Path records = Fixtures.copy("mixed.rec", folder);
    assertEquals(
        Fixtures.records("mixed.rec").size(),
        spark.sql("SELECT * FROM recordio.`" + records + "`").collectAsList().size());
    Path rows = resource("libsvm/agaricus.txt.train", folder);
    assertEquals(
        3140,
        spark
            .sql("SELECT count(*) FROM `libsvm-exact`.`" + rows + "` WHERE label = 1")
            .first()
            .getLong(0));
  }

  @Test
  void partitionsThatAQueryRulesOutAreNotOpened() throws IOException {
    for (String day : List.of("1", "2", "3")) {
      Fixtures.copy("plain.rec", Files.createDirectories(folder.resolve("t/day=" + day)));
    }
    // Were it opened, it would be an error.
    Files.write(folder.resolve("t/day=3/plain.rec"), new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
    Dataset<Row> rows = spark.read().format("recordio").load(folder.resolve("t").toString());
    int records = Fixtures.records("plain.rec").size();
    assertEquals(2 * records, rows.where("day < 3").select("data").collectAsList().size());
    assertEquals(records, rows.where("day = 2").count());
    assertThrows(Exception.class, () -> rows.select("data").collectAsList());
  }

  @Test
  void bucketsAreRefusedForFoldersAndWorkForTables() throws IOException {
    Dataset<Row> rows =
        spark.read().format("recordio").load(Fixtures.copy("indexed.rec", folder).toString());
    String out = folder.resolve("buckets").toString();
    String message =
        causes(
            assertThrows(
                AnalysisException.class,
                () -> rows.write().format("recordio").bucketBy(4, "data").save(out)));
    assertTrue(message.contains("bucketBy"), message);
    assertFalse(Files.exists(Path.of(out)));
    try {
      rows.write()
          .format("recordio")
          .bucketBy(4, "data")
          .option("path", out)
          .saveAsTable("buckets");
      assertEquals(digests(rows), digests(spark.table("buckets")));
      assertTrue(files(Path.of(out), ".rec").size() > 1);
      assertEquals(files(Path.of(out), ".rec").size(), files(Path.of(out), ".ridx").size());
      String plan =
          spark.table("buckets").groupBy("data").count().queryExecution().executedPlan().toString();
      assertTrue(plan.contains("Bucketed: true"), plan);
      assertFalse(plan.contains("Exchange"), plan);
      assertEquals(
          rows.select("data").distinct().count(),
          spark.table("buckets").select("data").distinct().count());
    } finally {
      spark.sql("DROP TABLE IF EXISTS buckets");
    }
  }
}
