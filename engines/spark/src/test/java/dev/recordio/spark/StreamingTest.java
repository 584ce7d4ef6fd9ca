// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.Fixtures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.Test;

/** Streams of the files of a folder that grows. */
class StreamingTest extends SparkTestBase {
  private Path in;
  private Path out;

  /** Reads what is new in the folder, as a query that is started again does, and returns all. */
  private List<String> run() throws Exception {
    StreamingQuery query =
        spark
            .readStream()
            .format("recordio")
            .schema("offset BIGINT, data BINARY")
            .load(in.toString())
            .select("data")
            .writeStream()
            .format("recordio")
            .option("checkpointLocation", folder.resolve("checkpoint").toString())
            .trigger(Trigger.AvailableNow())
            .start(out.toString());
    query.awaitTermination();
    return digests(spark.read().format("recordio").load(out.toString()));
  }

  private static List<String> expected(String... names) {
    return List.of(names).stream()
        .flatMap(name -> Fixtures.records(name).stream())
        .map(Fixtures.Row::sha256)
        .sorted()
        .toList();
  }

  @Test
  void newFilesAreReadOnceAndWritten() throws Exception {
    in = Files.createDirectories(folder.resolve("in"));
    out = folder.resolve("out");
    Fixtures.copy("plain.rec", in);
    assertEquals(expected("plain.rec"), run());
    assertEquals(expected("plain.rec"), run());
    // With its index, as writers leave them.
    Fixtures.copy("indexed.rec", in);
    Fixtures.copy("indexed.idx", in);
    assertEquals(expected("plain.rec", "indexed.rec"), run());
    assertTrue(Files.isDirectory(out.resolve("_spark_metadata")));
    assertEquals(files(out, ".rec").size(), files(out, ".ridx").size());
  }

  /** A micro-batch may have the file beside the records alone. */
  @Test
  void filesBesideTheDataAreNotStreamed() throws Exception {
    in = Files.createDirectories(folder.resolve("in"));
    out = folder.resolve("out");
    Fixtures.copy("plain.rec", in);
    Files.writeString(in.resolve("property"), "85742,112,112");
    assertEquals(expected("plain.rec"), run());
    Files.writeString(in.resolve("lfw.bin"), "pairs");
    assertEquals(expected("plain.rec"), run());
  }

  @Test
  void sideFilesOfRowsAreNotStreamed() throws Exception {
    in = Files.createDirectories(folder.resolve("in"));
    Files.writeString(in.resolve("a.train"), "0 1:1\n1 2:1\n");
    Files.writeString(in.resolve("a.train.query"), "2\n");
    StreamingQuery query =
        spark
            .readStream()
            .format("libsvm-exact")
            .schema("label DOUBLE, indices ARRAY<BIGINT>")
            .load(in.toString())
            .writeStream()
            .format("memory")
            .queryName("beside")
            .start();
    try {
      query.processAllAvailable();
      Files.writeString(in.resolve("a.train.weight"), "5\n6\n");
      query.processAllAvailable();
      assertEquals(2, spark.table("beside").count());
    } finally {
      query.stop();
    }
  }

  @Test
  void rowsAreStreamedToo() throws Exception {
    in = Files.createDirectories(folder.resolve("in"));
    resource("libsvm/agaricus.txt.train", in);
    StreamingQuery query = null;
    try {
      query =
          spark
              .readStream()
              .format("libsvm-exact")
              .schema("label DOUBLE, indices ARRAY<BIGINT>, values ARRAY<FLOAT>")
              .load(in.toString())
              .groupBy("label")
              .count()
              .writeStream()
              .outputMode("complete")
              .format("memory")
              .queryName("labels")
              .start();
      query.processAllAvailable();
      resource("libsvm/agaricus.txt.test", in);
      query.processAllAvailable();
      Dataset<Row> counts = spark.table("labels").orderBy("label");
      assertEquals(6513 + 1611, counts.agg(java.util.Map.of("count", "sum")).first().getLong(0));
    } finally {
      if (query != null) {
        query.stop();
      }
    }
  }
}
