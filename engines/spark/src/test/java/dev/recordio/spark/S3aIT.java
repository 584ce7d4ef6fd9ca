// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.Fixtures;
import dev.recordio.testing.ObjectStore;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files in an object store, through S3A on the shaded client that Spark brings. */
@Supports(row = "S3A: read, write, commit without a rename", engine = "Spark 4.2")
class S3aIT extends SparkTestBase {
  private static final String PROTOCOL = "spark.sql.sources.commitProtocolClass";
  private static final String FACTORY = "mapreduce.outputcommitter.factory.scheme.s3a";

  @TempDir static Path temp;
  private static ObjectStore store;

  private static Configuration conf() {
    return spark.sparkContext().hadoopConfiguration();
  }

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    store = new ObjectStore(temp.resolve("store.log"));
    store.settings().forEach(conf()::set);
  }

  @AfterAll
  static void stop() throws IOException, InterruptedException {
    if (store != null) {
      store.close();
    }
  }

  @AfterEach
  void usualCommitter() {
    spark.conf().unset(PROTOCOL);
    conf().unset(FACTORY);
    conf().unset("fs.s3a.committer.name");
  }

  private static void commitWithoutRenames() {
    conf().set("fs.s3a.committer.name", "magic");
    conf().set(FACTORY, "org.apache.hadoop.fs.s3a.commit.S3ACommitterFactory");
    spark.conf().set(PROTOCOL, "org.apache.spark.internal.io.cloud.PathOutputCommitProtocol");
  }

  private static FileSystem fs() throws IOException {
    return new org.apache.hadoop.fs.Path(ObjectStore.uri("")).getFileSystem(conf());
  }

  /** Returns how many objects were copied or renamed so far. */
  private static long copies() throws IOException {
    return ObjectStore.count(fs(), "op_rename") + ObjectStore.count(fs(), "object_copy_requests");
  }

  /** Returns the names below a folder, each without what Spark makes unique. */
  private static List<String> written(String folder) throws IOException {
    var names = new ArrayList<String>();
    var root = new org.apache.hadoop.fs.Path(ObjectStore.uri(folder));
    Function<String, String> plain =
        name -> name.replaceAll("part-(\\d+)-[0-9a-f-]{36}[.-]c000", "$1");
    for (var files = fs().listFiles(root, true); files.hasNext(); ) {
      String path = files.next().getPath().toString();
      names.add(plain.apply(path.substring(root.toString().length() + 1)));
    }
    names.sort(null);
    return names;
  }

  private Dataset<Row> local() throws IOException {
    return spark.read().format("recordio").load(Fixtures.copy("indexed.rec", folder).toString());
  }

  @Test
  void recordsAreWrittenWithTheirIndexesAndNothingIsRenamed() throws IOException {
    commitWithoutRenames();
    long before = copies();
    Dataset<Row> records = local();
    String out = ObjectStore.uri("out");
    records.repartition(2).write().format("recordio").save(out);
    assertEquals(before, copies());
    assertEquals(
        List.of(
            "00000.idx",
            "00000.rec",
            "00000.ridx",
            "00001.idx",
            "00001.rec",
            "00001.ridx",
            "_SUCCESS"),
        written("out"));
    Dataset<Row> back = spark.read().format("recordio").load(out);
    assertEquals(digests(records), digests(back));
    assertEquals(records.count(), back.count());
    maxPartitionBytes(10_000);
    Dataset<Row> cut = spark.read().format("recordio").load(out);
    assertTrue(cut.javaRDD().getNumPartitions() > 2);
    assertEquals(digests(records), digests(cut));
  }

  @Test
  void partitionsAreWrittenAndAppendedWithoutARename() throws IOException {
    commitWithoutRenames();
    long before = copies();
    Dataset<Row> records = local().selectExpr("data", "length(data) % 2 AS odd");
    String out = ObjectStore.uri("parts");
    for (String mode : List.of("errorifexists", "append")) {
      records.write().format("recordio").mode(mode).partitionBy("odd").save(out);
    }
    assertEquals(before, copies());
    assertEquals(12, written("parts").stream().filter(name -> name.startsWith("odd=")).count());
    Dataset<Row> back = spark.read().format("recordio").load(out);
    assertEquals(2 * records.count(), back.count());
    assertEquals(0, back.where("length(data) % 2 <> odd").count());
  }

  @Test
  void rowsOfTextAreWrittenAndRead() throws IOException {
    commitWithoutRenames();
    long before = copies();
    Dataset<Row> rows =
        spark
            .read()
            .format("libsvm-exact")
            .load(resource("libsvm/agaricus.txt.test", folder).toString());
    String out = ObjectStore.uri("rows");
    rows.write().format("libsvm-exact").save(out);
    assertEquals(before, copies());
    assertEquals(0, rows.exceptAll(spark.read().format("libsvm-exact").load(out)).count());
  }

  /** Each shard has the bytes of the one that Spark writes on local files. */
  @ParameterizedTest
  @CsvSource({"webdataset, .tar", "arrayrecord, .array_record"})
  void samplesOfOtherFormatsAreWrittenWithoutARename(String format, String end) throws IOException {
    commitWithoutRenames();
    Dataset<Row> images =
        spark
            .read()
            .format("recordio")
            .option("recordio.payload", "image")
            .load(resource("images/multi.rec", folder).toString())
            .repartition(2);
    long before = copies();
    images.write().format(format).save(ObjectStore.uri(format));
    assertEquals(before, copies());
    assertTrue(written(format).contains("_SUCCESS"), written(format).toString());
    List<String> found = shards(new org.apache.hadoop.fs.Path(ObjectStore.uri(format)), end);
    assertEquals(2, found.size());
    spark.conf().unset(PROTOCOL); // which is for object stores
    images.write().format(format).save(folder.resolve(format).toString());
    assertEquals(shards(new org.apache.hadoop.fs.Path(folder.resolve(format).toUri()), end), found);
    if (format.equals("arrayrecord")) { // the others are only written
      assertEquals(25, spark.read().format(format).load(ObjectStore.uri(format)).count());
    }
  }

  /** Returns digests of the files whose names end so, in the order of their names. */
  private static List<String> shards(org.apache.hadoop.fs.Path folder, String end)
      throws IOException {
    var digests = new TreeMap<String, String>();
    FileSystem fs = folder.getFileSystem(conf());
    for (var files = fs.listFiles(folder, true); files.hasNext(); ) {
      org.apache.hadoop.fs.Path file = files.next().getPath();
      if (file.getName().endsWith(end)) {
        try (InputStream in = fs.open(file)) {
          byte[] bytes = in.readAllBytes();
          digests.put(file.getName(), Fixtures.sha256(bytes, 0, bytes.length));
        }
      }
    }
    return List.copyOf(digests.values());
  }

  /** What the other tests would see if the committer were another one. */
  @Test
  void hadoopsOwnCommitterRenames() throws IOException {
    long before = copies();
    Dataset<Row> records = local();
    String out = ObjectStore.uri("renamed");
    records.write().format("recordio").save(out);
    assertTrue(copies() > before);
    assertEquals(digests(records), digests(spark.read().format("recordio").load(out)));
    assertTrue(written("renamed").contains("00000.ridx"));
  }
}
