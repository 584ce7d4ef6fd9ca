// SPDX-License-Identifier: Apache-2.0
package dev.recordio.connect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.SparkIllegalArgumentException;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.connect.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sources as a client of Spark Connect uses them. */
class SparkConnectTest {
  private static final Path FIXTURES = Path.of("../..", "inputformat/src/test/resources/fixtures");

  @TempDir static Path serverFolder;
  private static ConnectServer server;

  @TempDir Path folder;
  private SparkSession spark;

  @BeforeAll
  static void start() throws IOException {
    server = ConnectServer.start(serverFolder);
  }

  @AfterAll
  static void stop() throws InterruptedException {
    server.close();
  }

  @BeforeEach
  void connect() {
    spark = (SparkSession) SparkSession.builder().remote(server.address()).create();
  }

  /** The client only logs what goes wrong when it closes; so that is called here, and thrown. */
  @AfterEach
  void close() {
    spark.client().releaseSession();
    spark.releaseSessionOnClose_$eq(false);
    spark.close();
  }

  private static String fixture(String name) {
    return FIXTURES.resolve(name).toAbsolutePath().normalize().toString();
  }

  private Dataset<Row> records() {
    return spark.read().format("recordio").load(fixture("recordio/mixed.rec"));
  }

  private static int recordsOfFixture() throws IOException {
    try (Stream<String> lines = Files.lines(FIXTURES.resolve("recordio/mixed.tsv"))) {
      return (int) lines.filter(line -> Character.isDigit(line.charAt(0))).count();
    }
  }

  private String explained(String query) {
    return spark.sql("EXPLAIN " + query).collectAsList().get(0).getString(0);
  }

  @Test
  void clientHasNoneOfOurClasses() {
    assertThrows(
        ClassNotFoundException.class, () -> Class.forName("dev.recordio.spark.RecordIOSource"));
    assertThrows(
        ClassNotFoundException.class, () -> Class.forName("dev.recordio.wire.RecordIOFormat"));
  }

  /** The control: what fails here is not due to the sources. */
  @Test
  void parquetIsWrittenAndRead() {
    String out = folder.resolve("parquet").toString();
    spark.range(1000).write().parquet(out);
    assertEquals(1000, spark.read().parquet(out).count());
  }

  @Test
  void recordsHaveTheirSchemaAndAreCounted() throws IOException {
    assertEquals("struct<offset:bigint,data:binary>", records().schema().simpleString());
    assertEquals(recordsOfFixture(), records().count());
    assertEquals(
        "mixed.rec", records().select("_metadata.file_name").distinct().first().getString(0));
  }

  @Test
  void onlyWhatIsWantedIsRead() {
    String path = fixture("recordio/mixed.rec");
    String plan = explained("SELECT offset FROM recordio.`" + path + "` WHERE offset > 100");
    assertTrue(plan.contains("ReadSchema: struct<offset:bigint>"), plan);
    assertTrue(plan.contains("GreaterThan(offset,100)"), plan);
    long all = records().count();
    List<Row> some = records().where("offset > 100").select("offset").collectAsList();
    assertTrue(!some.isEmpty() && some.size() < all, some.size() + " of " + all);
  }

  @Test
  void pathsAreTablesInSQL() throws IOException {
    assertEquals(
        recordsOfFixture(),
        spark
            .sql("SELECT data FROM recordio.`" + fixture("recordio/mixed.rec") + "`")
            .collectAsList()
            .size());
  }

  @Test
  void whatIsWrittenReadsBackTheSame() throws IOException {
    Path out = folder.resolve("records");
    records().write().format("recordio").save(out.toString());
    Dataset<Row> back = spark.read().format("recordio").load(out.toString());
    assertEquals(0, records().select("data").exceptAll(back.select("data")).count());
    assertEquals(recordsOfFixture(), back.count());
    for (String suffix : List.of(".rec", ".idx", ".ridx")) {
      try (Stream<Path> files = Files.list(out)) {
        assertEquals(1, files.filter(file -> file.toString().endsWith(suffix)).count(), suffix);
      }
    }
  }

  @Test
  void rowsOfTextAreReadAndWritten() {
    Dataset<Row> rows =
        spark.read().format("libsvm-exact").load(fixture("libsvm/agaricus.txt.train"));
    assertEquals(
        "[[0.0,3373], [1.0,3140]]",
        rows.groupBy("label").count().orderBy("label").collectAsList().toString());
    String out = folder.resolve("rows").toString();
    rows.write().format("libsvm-exact").save(out);
    assertEquals(6513, spark.read().format("libsvm-exact").load(out).intersectAll(rows).count());
  }

  @Test
  void errorsReachTheClient() {
    String missing = folder.resolve("missing").toString();
    var path =
        assertThrows(
            AnalysisException.class, () -> spark.read().format("recordio").load(missing).count());
    assertTrue(path.getMessage().contains("PATH_NOT_FOUND"), path.getMessage());
    var option =
        assertThrows(
            SparkIllegalArgumentException.class,
            () ->
                spark
                    .read()
                    .format("recordio")
                    .option("recordio.payloads", "image")
                    .load(fixture("recordio/mixed.rec"))
                    .count());
    assertTrue(
        option.getMessage().startsWith("recordio has no option 'recordio.payloads'"),
        option.getMessage());
    assertFalse(records().isEmpty());
  }
}
