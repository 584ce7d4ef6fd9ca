// SPDX-License-Identifier: Apache-2.0
package dev.recordio.distributed;

import static dev.recordio.distributed.Folders.fixture;
import static dev.recordio.testing.ObjectStore.uri;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.recordio.jobs.RecordIO;
import dev.recordio.mapred.ConfiguredOutputCommitter;
import dev.recordio.testing.Ended;
import dev.recordio.testing.MiniHadoop;
import dev.recordio.testing.MiniHadoop.Started;
import dev.recordio.testing.ObjectStore;
import dev.recordio.testing.Supports;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** An object store in the cluster's network: containers read it, write to it and commit there. */
@Tag("cluster")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class S3aOnClusterTest {
  @TempDir static Path temp;
  private static String jar;
  private static MiniHadoop cluster;
  private static ObjectStore store;

  @BeforeAll
  static void start() throws Exception {
    Path packed =
        Path.of(RecordIO.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    assumeTrue(Files.isRegularFile(packed), "classes, not yet packed");
    MiniHadoop.assumeThere();
    ObjectStore.assumeInstalled();
    jar = packed.toString();
    cluster =
        new MiniHadoop(temp.resolve("cluster"), Files.createDirectory(temp.resolve("printed")));
    store = new ObjectStore(temp.resolve("store.log"), cluster.within());
  }

  @AfterAll
  static void stop() throws Exception {
    if (store != null) {
      store.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  /** Runs a command of Hadoop with S3A's settings, and with the committer that uploads. */
  private static Ended hadoop(List<String> command, String... args) throws Exception {
    return cluster.hadoop(line(command, args));
  }

  private static String[] line(List<String> command, String... args) {
    var line = new ArrayList<String>(command);
    store.settings().forEach((key, value) -> line.add("-D" + key + "=" + value));
    line.add("-Dfs.s3a.committer.name=magic");
    line.add(
        "-Dmapreduce.outputcommitter.factory.scheme.s3a="
            + "org.apache.hadoop.fs.s3a.commit.S3ACommitterFactory");
    line.addAll(List.of(args));
    return line.toArray(new String[0]);
  }

  private static Path get(String name) throws Exception {
    Path target = Files.createTempDirectory(temp, "got").resolve("file");
    hadoop(List.of("fs"), "-get", uri(name), target.toString());
    return target;
  }

  @Test
  @Order(1)
  void packCommitsFromContainersByUploads() throws Exception {
    Path images = temp.resolve("images");
    Folders.images("multi.lst", images);
    cluster.hadoop("fs", "-put", images.toString(), "/");
    List<String> pack = List.of("jar", jar, "pack");
    hadoop(pack, "--list", "/images/multi.lst", "--shards", "1", uri("packed"));
    assertArrayEquals(
        fixture("images/multi.rec"), Files.readAllBytes(get("packed/part-00000.rec")));
    Folders.assertCommittedBy("magic", Files.readAllBytes(get("packed/_SUCCESS")));
  }

  @Test
  @Order(2)
  void indexWritesItsFilesNextToTheRecords() throws Exception {
    hadoop(List.of("fs"), "-rm", uri("packed/part-00000.idx"), uri("packed/part-00000.ridx"));
    hadoop(List.of("jar", jar, "index"), "--keys", "id", uri("packed"));
    assertArrayEquals(
        fixture("images/multi.idx"), Files.readAllBytes(get("packed/part-00000.idx")));
  }

  /** The older API's own committer renames. */
  @Test
  @Order(3)
  @Supports(row = "S3A: read, write, commit without a rename", engine = "old API, Streaming")
  void streamingReadsAndWritesRecords() throws Exception {
    cluster.hadoop(streaming("packed", "streamed"));
    assertArrayEquals(
        fixture("images/multi.rec"), Files.readAllBytes(get("streamed/part-00000.rec")));
  }

  /** The first attempt writes a part of its records, and fails. */
  @Test
  @Order(4)
  @Supports(row = "S3A: read, write, commit without a rename", engine = "old API, Streaming")
  void streamingCommitsByUploadsThoughAnAttemptDies() throws Exception {
    Path mapper = temp.resolve("mapper.sh");
    Files.writeString(
        mapper,
        """
        case "$mapreduce_task_attempt_id" in
          *_0) head -c 30000; exit 1;;
        esac
        exec cat
        """);
    var command = new ArrayList<String>(List.of(streaming("packed", "uploaded")));
    command.set(command.size() - 1, "sh mapper.sh");
    command.addAll(
        2,
        List.of(
            "-files",
            mapper.toString(),
            "-Dmapred.output.committer.class=" + ConfiguredOutputCommitter.class.getName()));
    Ended ended = cluster.hadoop(command.toArray(new String[0]));
    assertTrue(ended.err().contains("subprocess failed with code 1"), ended.err());
    assertArrayEquals(
        fixture("images/multi.rec"), Files.readAllBytes(get("uploaded/part-00000.rec")));
    Folders.assertCommittedBy("magic", Files.readAllBytes(get("uploaded/_SUCCESS")));
    String requests = Files.readString(temp.resolve("store.log"));
    assertTrue(requests.contains("POST /bucket/uploaded/part-00000.rec?uploads"), requests);
    // The usual committer of the older API, above, writes its files elsewhere first.
    assertTrue(requests.contains("/bucket/streamed/_temporary/"));
    assertFalse(requests.contains("/bucket/uploaded/_temporary/"));
  }

  private static String[] streaming(String input, String output) {
    return line(
        List.of("jar", cluster.streaming().toString(), "-libjars", jar),
        "-Dmapreduce.job.reduces=0",
        "-Dmapreduce.job.maps=1",
        "-Dmapreduce.map.maxattempts=2",
        "-io",
        "rawbytes",
        "-inputformat",
        "dev.recordio.mapred.RecordIOInputFormat",
        "-outputformat",
        "dev.recordio.mapred.RecordIOOutputFormat",
        "-input",
        uri(input),
        "-output",
        uri(output),
        "-mapper",
        "cat");
  }

  /** The waiting client prints why an attempt has failed, except for a task's last one. */
  @Test
  @Order(5)
  void damageIsReportedToTheClient() throws Exception {
    Path damaged = Folders.copy("recordio/damaged/leading-garbage.rec", temp.resolve("damaged"));
    hadoop(List.of("fs"), "-put", damaged.getParent().toString(), uri(""));
    Started job = cluster.start(streaming("damaged", "damaged-out"));
    assertTrue(job.process().waitFor(10, TimeUnit.MINUTES), "still running");
    assertEquals(1, job.process().exitValue());
    String err = Files.readString(job.err());
    assertTrue(
        err.contains(
            "not a RecordIO file: "
                + uri("damaged/leading-garbage.rec")
                + " at offset 0: expected the magic 0A 23 D7 CE, found 01 02 03 04"),
        err);
  }
}
