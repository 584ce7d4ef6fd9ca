// SPDX-License-Identifier: Apache-2.0
package dev.recordio.distributed;

import static dev.recordio.distributed.Folders.fixture;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.recordio.distributed.Containers.Container;
import dev.recordio.jobs.RecordIO;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Ended;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.MiniHadoop;
import dev.recordio.testing.MiniHadoop.Started;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code hadoop jar recordio-hadoop-jobs.jar} on a cluster of seven processes, with only Hadoop's
 * jars and site files on the class path. Daemons die in the later tests.
 */
@Tag("cluster")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ShippedJarTest {
  @TempDir static Path temp;
  private static MiniHadoop cluster;
  private static String jar;

  @BeforeAll
  static void start() throws Exception {
    Path packed =
        Path.of(RecordIO.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    assumeTrue(Files.isRegularFile(packed), "classes, not yet packed");
    MiniHadoop.assumeThere();
    jar = packed.toString();
    cluster =
        new MiniHadoop(temp.resolve("cluster"), Files.createDirectory(temp.resolve("printed")));
  }

  @AfterAll
  static void stop() throws Exception {
    if (cluster != null) {
      cluster.close();
    }
  }

  private static Ended recordio(String... args) throws Exception {
    return cluster.hadoop(line(args));
  }

  private static String[] line(String... args) {
    var line = new ArrayList<String>(List.of("jar", jar));
    line.addAll(List.of(args));
    return line.toArray(new String[0]);
  }

  private static void local(String... args) {
    Recordio.run(LocalFiles.checked(), args).ended(0);
  }

  private static void put(Path folder) throws Exception {
    cluster.hadoop("fs", "-put", folder.toString(), "/");
  }

  /** A local copy of a folder of HDFS. */
  private static Path get(String folder) throws Exception {
    cluster.hadoop("fs", "-get", folder, temp.toString());
    return temp.resolve(Path.of(folder).getFileName());
  }

  @Test
  @Order(1)
  void packIndexAndShuffleGiveTheBytesThatOneProcessGives() throws Exception {
    Path images = temp.resolve("images");
    Path list = Folders.images("multi.lst", images);
    put(images);

    Ended packed = recordio("pack", "--list", "/images/multi.lst", "--shards", "1", "/packed");
    assertTrue(packed.err().contains("25 files"), packed.err());
    Path result = get("/packed");
    assertArrayEquals(
        fixture("images/multi.rec"), Files.readAllBytes(result.resolve("part-00000.rec")));
    local(
        "pack", "--list", list.toString(), "--shards", "1", temp.resolve("packed-here").toString());
    Folders.assertSame(temp.resolve("packed-here"), result);

    cluster.hadoop("fs", "-rm", "-skipTrash", "/packed/part-00000.idx", "/packed/part-00000.ridx");
    recordio(
        "index",
        "--keys",
        "id",
        "-Dmapreduce.input.fileinputformat.split.maxsize=50000",
        "/packed");
    String made = "/packed/part-00000.idx";
    assertEquals(
        new String(fixture("images/multi.idx"), StandardCharsets.UTF_8),
        cluster.hadoop("fs", "-cat", made).out());

    String[] shuffle = {"shuffle", "--seed", "7", "--shards", "2"};
    recordio(with(shuffle, "/packed", "/shuffled"));
    local(with(shuffle, result.toString(), temp.resolve("shuffled-here").toString()));
    Folders.assertSame(temp.resolve("shuffled-here"), get("/shuffled"));
  }

  /** A map-only job of many tasks, over existing text. */
  private static String[] csr(String input, String output) {
    return with(
        new String[] {"csr", "--features", "127", "-Drecordio.csr.segment-size=100k"},
        input,
        output);
  }

  private static void assertEnds(Started job) throws Exception {
    assertTrue(job.process().waitFor(10, TimeUnit.MINUTES), "still running");
    assertEquals(0, job.process().exitValue(), () -> read(job.err()));
  }

  /** Checks an output of {@link #csr}. */
  private static void assertCsr(String output) throws Exception {
    Path expected = temp.resolve("csr-here");
    if (!Files.exists(expected)) {
      local(csr(temp.resolve("text/agaricus.txt.train").toString(), expected.toString()));
    }
    Folders.assertSame(expected, get(output));
  }

  @Test
  @Order(2)
  void containersHaveTheShippedJarAndHadoopAlone() throws Exception {
    Folders.copy("libsvm/agaricus.txt.train", temp.resolve("text"));
    put(temp.resolve("text"));
    Started job = cluster.start(line(csr("/text", "/csr")));
    Container task = containers().freeze(job.process(), c -> !c.isMaster());
    try {
      var classPath = new ClassPath(task);
      assertEquals(List.of(Path.of("job.jar/job.jar")), classPath.jarsBesides(cluster.lib()));
      assertEquals(-1, Files.mismatch(Path.of(jar), classPath.folder().resolve("job.jar/job.jar")));
      assertEquals(List.of(), classPath.looseClasses());
    } finally {
      containers().resume(task);
    }
    assertEnds(job);
    assertCsr("/csr");
  }

  @Test
  @Order(2)
  void hadoopsOwnJarsHaveNothingOfOurs() throws Exception {
    List<Path> entries =
        Stream.of(cluster.hadoop("classpath").out().strip().split(":")).map(Path::of).toList();
    assertEquals(
        List.of(cluster.conf(), cluster.lib().resolve("*"), cluster.lib().getParent()), entries);
    assertEquals(List.of(), ClassPath.jarsWith(cluster.lib(), "dev/recordio/"));
  }

  /** The machine of some tasks fails with its containers: they run again on the other. */
  @Test
  @Order(3)
  void aNodeManagerKilledDuringTheJobDoesNotChangeTheResult() throws Exception {
    Started job = cluster.start(line(csr("/text", "/csr-node-lost")));
    Containers containers = containers();
    Container task = containers.freeze(job.process(), containers::isAwayFromMaster);

    String killed = cluster.kill(task.node());
    assertTrue(killed.matches(task.node() + " killed, and [1-9][0-9]* containers\n"), killed);
    assertEnds(job);
    assertEquals(1, masters(task), "the job's master was on the other node");
    assertCsr("/csr-node-lost");
    cluster.restart(task.node());
  }

  /** The job's master fails with its machine: another one keeps the work done so far. */
  @Test
  @Order(4)
  void theNodeManagerOfTheJobsMasterKilledDoesNotChangeTheResult() throws Exception {
    Started job = cluster.start(line(csr("/text", "/csr-master-lost")));
    Containers containers = containers();
    Container task = containers.freeze(job.process(), c -> !c.isMaster());
    Container master = containers.master(task).orElseThrow();
    while (!containers.log(master).contains("Task succeeded with attempt")) {
      assertFalse(job.process().waitFor(20, TimeUnit.MILLISECONDS), "ended, with a task frozen");
    }

    String killed = cluster.kill(master.node());
    assertTrue(killed.matches(master.node() + " killed, and [1-9][0-9]* containers\n"), killed);
    assertEnds(job);
    assertEquals(2, masters(task), () -> containers.ofApplication(task.application()).toString());
    assertCsr("/csr-master-lost");
    cluster.restart(master.node());
  }

  private static Containers containers() {
    return new Containers(cluster.dir());
  }

  /** How many masters the job of a task has had. */
  private static long masters(Container task) {
    return containers().ofApplication(task.application()).stream()
        .filter(name -> name.endsWith("_000001"))
        .count();
  }

  @Test
  @Order(5)
  void aDataNodeKilledDuringAReadIsNotNoticed() throws Exception {
    var random = new Random(5);
    Path input = Files.createDirectory(temp.resolve("blobs"));
    byte[] blob = new byte[3_000_000];
    var expected = new ByteArrayOutputStream();
    for (int i = 0; i < 10; i++) {
      random.nextBytes(blob);
      Files.write(input.resolve("blob" + i), blob);
      expected.write(blob);
    }
    Path packed = temp.resolve("blobs-packed");
    local("pack", "--header", "none", "--shards", "1", input.toString(), packed.toString());
    put(packed);

    Started cat = cluster.start(line("cat", "/blobs-packed"));
    var found = new ByteArrayOutputStream();
    try (InputStream out = cat.process().getInputStream()) {
      found.write(out.readNBytes(1_000_000));
      assertEquals("datanode1 killed\n", cluster.kill("datanode1"));
      out.transferTo(found);
    }
    assertEnds(cat);
    assertArrayEquals(expected.toByteArray(), found.toByteArray());
  }

  private static String[] with(String[] args, String... more) {
    var all = new ArrayList<String>(List.of(args));
    all.addAll(List.of(more));
    return all.toArray(new String[0]);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
