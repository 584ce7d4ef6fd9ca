// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.Fixtures;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** A session of two workers in this JVM, which all test classes share. */
abstract class SparkTestBase {
  private static final String MAX_BYTES = "spark.sql.files.maxPartitionBytes";

  static SparkSession spark;

  @TempDir Path folder;

  @BeforeAll
  static void begin() {
    spark =
        SparkSession.builder()
            .master("local[2]")
            .appName("test")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.sql.shuffle.partitions", "2")
            .config("spark.sql.warehouse.dir", Path.of("target", "warehouse").toUri().toString())
            .config("spark.local.dir", Path.of("target").toAbsolutePath().toString())
            .getOrCreate();
  }

  @AfterEach
  void defaults() {
    spark.conf().unset(MAX_BYTES);
    spark.conf().unset("spark.sql.files.minPartitionNum");
    spark.conf().unset("spark.sql.files.openCostInBytes");
  }

  /** Makes Spark cut files into ranges of at most this many bytes. */
  static void maxPartitionBytes(long bytes) {
    spark.conf().set(MAX_BYTES, bytes);
  }

  /** Copies a file of {@code /fixtures} into a folder. */
  static Path resource(String name, Path folder) throws IOException {
    try (var in = Fixtures.class.getResourceAsStream("/fixtures/" + name)) {
      Path file = folder.resolve(name.substring(name.lastIndexOf('/') + 1));
      Files.write(file, in.readAllBytes());
      return file;
    }
  }

  /** Returns the cells of the table about {@code images/multi.rec}. */
  final List<String[]> imageTable() throws IOException {
    return Files.readAllLines(resource("images/multi.tsv", folder)).stream()
        .skip(1)
        .map(line -> line.split("\t"))
        .toList();
  }

  /** Returns the session's context, for RDDs. */
  static JavaSparkContext context() {
    return JavaSparkContext.fromSparkContext(spark.sparkContext());
  }

  /** Returns settings for RDDs, with splits of at most this many bytes. */
  static Configuration conf(long maxSplit) {
    var conf = new Configuration(context().hadoopConfiguration());
    conf.setLong(FileInputFormat.SPLIT_MAXSIZE, maxSplit);
    return conf;
  }

  /** Compresses a whole file and returns the copy, whose name has the suffix of the codec. */
  static Path packed(Path file, CompressionCodec codec) throws IOException {
    ((Configurable) codec).setConf(new Configuration());
    Path packed = file.resolveSibling(file.getFileName() + codec.getDefaultExtension());
    try (OutputStream out = codec.createOutputStream(Files.newOutputStream(packed))) {
      Files.copy(file, out);
    }
    return packed;
  }

  /** Returns all files below a folder that have a suffix, sorted. */
  static List<Path> files(Path folder, String suffix) throws IOException {
    try (var walk = Files.walk(folder)) {
      return walk.filter(Files::isRegularFile)
          .filter(file -> file.getFileName().toString().endsWith(suffix))
          .filter(file -> !file.getFileName().toString().startsWith("."))
          .sorted()
          .toList();
    }
  }

  /** Returns what an action threw and what caused that, as text. */
  static String causes(Throwable thrown) {
    var text = new StringBuilder();
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      text.append(t).append('\n');
    }
    return text.toString();
  }

  /** Checks that an action fails, with a message in what it threw or in what caused that. */
  static void refused(String message, Executable action) {
    String said = causes(assertThrows(Exception.class, action));
    assertTrue(said.contains(message), said);
  }

  /** Returns the digests of the column {@code data}, sorted. */
  static List<String> digests(Dataset<Row> rows) {
    var digests = new ArrayList<String>();
    for (Row row : rows.select("data").collectAsList()) {
      byte[] data = row.getAs(0);
      digests.add(Fixtures.sha256(data, 0, data.length));
    }
    digests.sort(null);
    return digests;
  }
}
