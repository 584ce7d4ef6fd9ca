// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.Fixtures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.Test;

/** Options of ours without their prefix, which Spark would pass over, and options of Spark's. */
class ShortOptionsTest extends SparkTestBase {
  private String records() throws Exception {
    Path in = Files.createDirectories(folder.resolve("in"));
    return Fixtures.copy("indexed.rec", in).toString();
  }

  @Test
  void aReaderNamesTheWholeKey() throws Exception {
    String file = records();
    refused(
        "recordio has no option 'payload'; its name is recordio.payload",
        () -> spark.read().format("recordio").option("payload", "image").load(file).count());
    refused(
        "recordio has no option 'buffersize'; its name is recordio.input.buffer-size, or"
            + " recordio.output.buffer-size",
        () -> spark.read().format("recordio").option("bufferSize", "1m").load(file).count());
    refused(
        "libsvm-exact has no option 'index.base'; its name is libsvm.index.base, or"
            + " libsvm.output.index.base",
        () -> spark.read().format("libsvm-exact").option("INDEX.BASE", "1").load(file).count());
    refused(
        "libsvm-exact has no option 'format'; its name is libsvm.format",
        () ->
            spark
                .read()
                .format("libsvm-exact")
                .schema("label DOUBLE")
                .option("format", "csv")
                .load(file)
                .count());
  }

  @Test
  void soDoWritersStreamsAndSql() throws Exception {
    String file = records();
    var rows = spark.read().format("recordio").load(file);
    refused(
        "its name is recordio.output.index.keys",
        () ->
            rows.write()
                .format("recordio")
                .option("index.keys", "key")
                .save(folder.resolve("out").toString()));
    refused(
        "its name is recordio.payload",
        () ->
            spark
                .readStream()
                .format("recordio")
                .schema("offset BIGINT, data BINARY")
                .option("Payload", "image")
                .load(Path.of(file).getParent().toString())
                .writeStream()
                .format("memory")
                .queryName("short")
                .trigger(Trigger.AvailableNow())
                .start()
                .awaitTermination());
    spark.sql(
        "CREATE TEMPORARY VIEW short_options USING recordio OPTIONS (path '"
            + file
            + "', `recordio.payload` 'binary')");
    assertEquals(rows.count(), spark.table("short_options").count());
    refused(
        "its name is recordio.payload",
        () ->
            spark.sql(
                "CREATE TEMPORARY VIEW shorter USING recordio OPTIONS (path '"
                    + file
                    + "', payload 'binary')"));
  }

  @Test
  void aStoreNamesTheSessionsKey() {
    refused(
        "recordio-store has no option 'table-cache'; it takes generation and tag",
        () -> spark.read().format("recordio-store").option("table-cache", "1").load("none"));
  }

  @Test
  void optionsOfSparkPass() throws Exception {
    String file = records();
    Map<String, String> options =
        Map.of(
            "recursiveFileLookup", "true",
            "pathGlobFilter", "*.rec",
            "modifiedAfter", "1970-01-02T00:00:00",
            "modifiedBefore", "2970-01-01T00:00:00",
            "ignoreMissingFiles", "true",
            "ignoreCorruptFiles", "false",
            "maxFilesPerTrigger", "1",
            "maxRecordsPerFile", "2",
            "fs.s3a.connection.maximum", "5",
            "serialization.format", "1");
    var rows =
        spark.read().format("recordio").options(options).load(Path.of(file).getParent().toString());
    assertTrue(rows.count() > 0);
    String out = folder.resolve("passed").toString();
    rows.write().format("recordio").options(options).option("compression", "none").save(out);
    assertEquals(rows.count(), spark.read().format("recordio").load(out).count());
  }
}
