// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.Recordio;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** XGBoost itself trains on what csr writes on HDFS, with the same result as from the text. */
@ExtendWith(ClusterExtension.class)
class XgboostTest implements HdfsUnderTest {
  /** Where the build puts XGBoost4J's jars. */
  private static final java.nio.file.Path JARS = java.nio.file.Path.of("target", "xgboost");

  private static final String FEATURES = "127";

  private final java.nio.file.Path local;

  XgboostTest(@TempDir java.nio.file.Path local) {
    this.local = local;
  }

  @Test
  void learnsTheSameFromADMatrixFileAsFromTheText() throws Exception {
    java.nio.file.Path trainText = resource("/fixtures/libsvm/agaricus.txt.train");
    java.nio.file.Path testText = resource("/fixtures/libsvm/agaricus.txt.test");
    java.nio.file.Path shard = csr(trainText);

    String asText = "?format=libsvm";
    List<String> learned = trainAndPredict(shard.toString(), trainText + asText, testText + asText);

    assertEquals(2, learned.size(), learned::toString);
    assertEquals(learned.get(1), learned.get(0));
    String[] figures = learned.get(0).split(" ");
    assertEquals("6513", figures[0]);
    assertEquals("1611", figures[1]);
    int wrong = Integer.parseInt(figures[2]);
    assertTrue(wrong < 1611 / 20, wrong + " of 1611 predicted wrong");
  }

  @Test
  void learnsTheSameFromBatchesOfAPipelineAsFromTheShardOfTheText() throws Exception {
    java.nio.file.Path shard = csr(resource("/fixtures/libsvm/agaricus.txt.train"));
    String spec = "libsvm:" + path("train.libsvm") + " | batch(256) | prefetch(1m)";

    List<String> said = java("/xgboost/TrainFromBatches.java", spec, FEATURES, shard.toString());

    assertEquals(3, said.size(), said::toString);
    assertEquals("26", said.get(0), "batches of 6513 rows");
    double[] batches = numbers(said.get(1));
    double[] shards = numbers(said.get(2));
    assertEquals(6513, batches[0]);
    assertArrayEquals(shards, batches, 1e-6, said::toString);
    assertTrue(batches[5] < batches[1] / 2 && batches[1] < 0.5, "the loss sinks: " + said);
  }

  @Test
  void groupsOfScatteredQueriesAreThoseOfTheSortedText() throws Exception {
    List<String> rows =
        IntStream.range(0, 1000)
            .mapToObj(i -> i % 3 + " qid:" + i * 7919 % 41 + " " + i % 40 + ":" + i)
            .toList();
    java.nio.file.Path sorted = local.resolve("sorted.libsvm");
    Files.write(
        sorted,
        rows.stream()
            .sorted(Comparator.comparing(row -> Integer.valueOf(row.split("[ :]")[2])))
            .toList());
    Path input = write("scattered.libsvm", String.join("\n", rows));
    Path output = path("gathered");
    Recordio.run(conf(), ("csr --gather qid --to dmatrix-3.1 " + input + " " + output).split(" "))
        .ended(0);
    java.nio.file.Path shard = local.resolve("gathered.buffer");
    fs().copyToLocalFile(
            false, new Path(output, "part-00000-00000.buffer"), new Path(shard.toUri()), true);

    List<String> groups = java("/xgboost/Groups.java", sorted + "?format=libsvm", shard.toString());

    assertEquals(2, groups.size(), groups::toString);
    assertEquals(groups.get(0), groups.get(1));
    assertEquals(42, groups.get(0).split(", ").length);
  }

  private static double[] numbers(String line) {
    return Stream.of(line.split(" ")).mapToDouble(Double::parseDouble).toArray();
  }

  /** Makes the one DMatrix file of a text, from HDFS to HDFS, and fetches it. */
  private java.nio.file.Path csr(java.nio.file.Path text) throws Exception {
    Path input = path("train.libsvm");
    Path output = path("train-dmatrix");
    fs().copyFromLocalFile(new Path(text.toUri()), input);
    Recordio.run(
            conf(),
            ("csr --to dmatrix-3.1 --features " + FEATURES + " " + input + " " + output).split(" "))
        .ended(0);
    java.nio.file.Path shard = local.resolve("train.buffer");
    fs().copyToLocalFile(
            false, new Path(output, "part-00000-00000.buffer"), new Path(shard.toUri()), true);
    return shard;
  }

  private List<String> trainAndPredict(String... files) throws Exception {
    return java("/xgboost/TrainAndPredict.java", files);
  }

  /** XGBoost is native code and ends the JVM on failure: so it gets its own JVM. */
  private List<String> java(String program, String... arguments) throws Exception {
    var line = new ArrayList<String>();
    line.add(java.nio.file.Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-cp", classPath()));
    line.add(resource(program).toString());
    line.addAll(List.of(arguments));
    java.nio.file.Path errors = local.resolve("xgboost.err");
    Process process = new ProcessBuilder(line).redirectError(errors.toFile()).start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), () -> said + read(errors));
    return said.lines().toList();
  }

  private static String classPath() throws IOException {
    try (Stream<java.nio.file.Path> jars = Files.list(JARS)) {
      var entries = new ArrayList<>(jars.map(jar -> jar.toAbsolutePath().toString()).toList());
      entries.add(System.getProperty("java.class.path")); // has Jackson and the logging facade
      return String.join(File.pathSeparator, entries);
    }
  }

  private java.nio.file.Path resource(String name) throws IOException {
    java.nio.file.Path file = local.resolve(name.substring(name.lastIndexOf('/') + 1));
    try (InputStream in = XgboostTest.class.getResourceAsStream(name)) {
      Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
    }
    return file;
  }

  private static String read(java.nio.file.Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
