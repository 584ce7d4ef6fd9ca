// SPDX-License-Identifier: Apache-2.0
package dev.recordio.distributed;

import static dev.recordio.distributed.Folders.fixture;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.recordio.distributed.MiniHadoop.Ended;
import dev.recordio.distributed.MiniHadoop.Started;
import dev.recordio.jobs.RecordIO;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.LocalFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code hadoop jar recordio-hadoop-jobs.jar} on a cluster of seven processes, with Hadoop's jars
 * and site files on the class path and nothing else. Daemons die in the later tests.
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
    assumeTrue(Files.isDirectory(Path.of("/proc/self")), "bin/mini-hadoop needs Linux");
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
    Recordio done = Recordio.run(LocalFiles.checked(), args);
    assertEquals(0, done.code(), done.err());
  }

  private static void put(Path folder) throws Exception {
    cluster.hadoop("fs", "-put", folder.toString(), "/");
  }

  /** A folder of HDFS, brought here. */
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

  /** The machine of some tasks is gone, its containers too: they run again on the other. */
  @Test
  @Order(2)
  void aNodeManagerKilledDuringTheJobDoesNotChangeTheResult() throws Exception {
    Path input = temp.resolve("text");
    Path text = Folders.copy("libsvm/agaricus.txt.train", input);
    put(input);
    String[] csr = {"csr", "--features", "127", "-Drecordio.csr.segment-size=100k"};
    Started job = cluster.start(line(with(csr, "/text", "/csr")));
    Optional<String> node;
    do {
      assertTrue(job.process().isAlive(), () -> "ended before a node could die");
      node = cluster.nodeOfTasksAlone();
    } while (node.isEmpty() && !job.process().waitFor(20, TimeUnit.MILLISECONDS));

    String killed = cluster.kill(node.orElseThrow());
    assertTrue(killed.matches(node.get() + " killed, and [1-9][0-9]* containers\n"), killed);
    assertTrue(job.process().waitFor(4, TimeUnit.MINUTES), "still running");
    assertEquals(0, job.process().exitValue(), () -> read(job.err()));
    Ended lost = cluster.hadoop("node", "-list", "-states", "LOST");
    assertTrue(lost.out().contains("Total Nodes:1"), lost.out());

    local(with(csr, text.toString(), temp.resolve("csr-here").toString()));
    Folders.assertSame(temp.resolve("csr-here"), get("/csr"));
  }

  @Test
  @Order(3)
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
    assertTrue(cat.process().waitFor(1, TimeUnit.MINUTES), "still running");
    assertEquals(0, cat.process().exitValue(), () -> read(cat.err()));
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
