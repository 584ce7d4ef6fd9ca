// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import static dev.recordio.jobs.testing.CommandTestBase.assertHas;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.jobs.run.JobRunner;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.JobFailedException;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.mapreduce.store.StoreCommitter;
import dev.recordio.npy.NpyHeader;
import dev.recordio.store.Store;
import dev.recordio.store.StoreUpdate;
import dev.recordio.store.schema.StoreField;
import dev.recordio.testing.LocalFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What import, export and rebalance make of a store. */
class StoreJobsTest {
  private static final int RECORDS = 1000;
  private static final int WIDTH = 24;

  @TempDir private Path folder;

  private final byte[] rows = new byte[RECORDS * WIDTH];
  private StoreTests tests;

  @BeforeEach
  void write() throws IOException {
    tests = new StoreTests(folder);
    new Random(7).nextBytes(rows);
    tests.npy("x.npy", "|u1", rows, RECORDS, WIDTH);
    float[] labels = new float[RECORDS];
    IntStream.range(0, RECORDS).forEach(i -> labels[i] = i);
    tests.floats("y.npy", labels);
  }

  private byte[] items(String file) throws IOException {
    byte[] all = Files.readAllBytes(folder.resolve(file));
    byte[] items = new byte[all.length - NpyHeader.BYTES];
    System.arraycopy(all, NpyHeader.BYTES, items, 0, items.length);
    return items;
  }

  @Test
  void anImportHasTheSameContentWhateverTheNumberOfTasks() throws IOException {
    assertEquals(
        "1\t0\t1000\n",
        tests.ok("import -Drecordio.store.chunk-size=4k T/many x=T/x.npy y=T/y.npy"));
    assertEquals("1\t0\t1000\n", tests.ok("import T/one x=T/x.npy y=T/y.npy"));
    assertTrue(tests.json("stat T/many").get("chunks").asInt() > 6); // 5 tasks wrote them
    assertEquals(2, tests.json("stat T/one").get("chunks").asInt());
    for (String store : List.of("many", "one")) {
      assertEquals("1\t1000\n", tests.ok("gather T/" + store + " --slice : T/of-" + store));
      assertArrayEquals(rows, items("of-" + store + "/x.npy"));
      assertEquals(
          List.of(StoreField.parse("x=|u1[24]"), StoreField.parse("y=<f4")),
          tests.store(store).snapshot().schema().fields());
    }
    assertArrayEquals(items("y.npy"), items("of-many/y.npy"));

    assertEquals("2\t1000\t1000\n", tests.ok("import T/one y=T/y.npy"));
    tests.ok("gather T/one --slice 999:1002 T/more");
    assertArrayEquals(new float[] {999, 0, 1}, tests.floats("more/y.npy"));
    assertArrayEquals(new byte[] {1, 0, 0}, items("more/x.present.npy"));
  }

  @Test
  void whatDoesNotFitIsRefusedBeforeAnythingIsWritten() throws IOException {
    tests.floats("short.npy", 1, 2, 3);
    Recordio unequal = tests.run("import T/s x=T/x.npy y=T/short.npy");
    assertEquals(3, unequal.code(), unequal.err());
    assertTrue(unequal.err().contains("1000 records") && unequal.err().contains("3"));
    assertEquals(2, tests.run("import T/s").code());
    assertEquals(2, tests.run("import T/s x=T/x.npy --zrecord T/z").code());
    assertEquals("1\t0\t1000\n", tests.ok("import T/s x=T/x.npy --dry-run"));
    assertFalse(Files.exists(folder.resolve("s")));

    tests.ok("create T/s --field y=f4");
    var before = tests.files("s");
    assertEquals(2, tests.run("import T/s x=T/x.npy").code());
    assertEquals(3, tests.run("import T/s y=T/x.npy").code());
    assertEquals(before, tests.files("s"));
  }

  @Test
  void aZrecordBecomesAStore() throws IOException {
    Files.createDirectories(folder.resolve("z/chunk"));
    for (String file :
        List.of("meta.json", "chunk/0.zr", "chunk/1.zr", "label.offset", "row.offset")) {
      zrecord(file);
    }
    for (String file : List.of("tokens.offset", "packed.offset", "half.offset")) {
      zrecord(file);
    }
    assertTrue(tests.ok("import T/s --zrecord T/z").startsWith("1\t0\t"));
    tests.ok("gather T/s --slice 0:3 T/g");
    assertArrayEquals(new byte[] {0, 0, 0, 0, 10, 0, 0, 0, 20, 0, 0, 0}, items("g/label.npy"));
    assertTrue(Files.exists(folder.resolve("g/tokens.offsets.npy")));
  }

  private void zrecord(String name) throws IOException {
    try (InputStream in =
        StoreJobsTest.class.getResourceAsStream("/formats/zrecord/chunk-first/" + name)) {
      Files.write(folder.resolve("z/" + name), in.readAllBytes());
    }
  }

  @Test
  void shardsOfAnExportAreTheLiveRecordsInOrder() throws IOException {
    tests.ok("import -Drecordio.store.chunk-size=4k T/s x=T/x.npy y=T/y.npy");
    List<Integer> deleted = List.of(0, 1, 2, 332, 333, 334, 335, 500, 998, 999);
    tests.ok("delete T/s --ids " + text(deleted));
    assertEquals("2\t990\t7\n", tests.ok("export T/s T/e --shards 7"));
    tests.ok("gather T/s --slice : T/g --missing skip");

    JsonNode manifest = new ObjectMapper().readTree(folder.resolve("e/_store.json").toFile());
    assertEquals(2, manifest.get("generation").asInt());
    assertEquals(990, manifest.get("records").asInt());
    assertTrue(Files.exists(folder.resolve("e/_SUCCESS")));
    for (String field : List.of("x", "y")) {
      var all = new ByteArrayOutputStream();
      for (JsonNode shard : manifest.get("shards")) {
        int records = shard.get("records").asInt();
        assertTrue(records == 141 || records == 142, shard::toString);
        byte[] items = items("e/" + shard.get("prefix").asText() + "." + field + ".npy");
        assertEquals(records * (field.equals("x") ? WIDTH : 4), items.length);
        all.writeBytes(items);
      }
      assertArrayEquals(items("g/" + field + ".npy"), all.toByteArray());
    }
    assertEquals("1\t1000\t1\n", tests.ok("export T/s T/old --generation 1 --fields y"));
    assertArrayEquals(items("y.npy"), items("old/part-00000.y.npy"));
    assertFalse(Files.exists(folder.resolve("old/part-00000.x.npy")));
    assertEquals(2, tests.run("export T/s T/no --fields z").code());
    assertEquals(2, tests.run("export T/s T/no --shards 991").code());
    assertEquals("2\t990\t2\n", tests.ok("export T/s T/no --shards 2 --dry-run"));
    assertFalse(Files.exists(folder.resolve("no")));
    assertTrue(tests.run("export T/s T/old").err().contains("exists"));
  }

  private static String text(List<Integer> ids) {
    return ids.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  @Test
  void aRebalanceLeavesValuesAndMakesChunksFull() throws IOException {
    tests.ok("import -Drecordio.store.chunk-size=4k T/s x=T/x.npy y=T/y.npy");
    tests.npy("u.npy", "|u1", new byte[450 * WIDTH], 450, WIDTH);
    tests.ok("update T/s --slice 0:900:2 x=T/u.npy");
    tests.ok("delete T/s --slice 1:900:4");
    tests.ok("gather T/s --slice : T/before --missing skip");
    assertTrue(tests.json("stat T/s").get("utilisation").asDouble() < 0.7);
    assertTrue(tests.ok("rebalance T/s --dry-run").startsWith("4\t"));
    assertEquals(3, tests.store("s").snapshot().generation());

    assertTrue(tests.ok("rebalance T/s").startsWith("4\t"));
    assertTrue(tests.json("stat T/s").get("utilisation").asDouble() > 0.9);
    same("before", "s");
    Recordio again = tests.run("rebalance T/s");
    assertEquals(0, again.code());
    assertTrue(again.out().startsWith("4\t0\t0"), again.out());
    assertHas(again.err(), "nothing to rebalance");

    assertTrue(tests.ok("rebalance T/s --renumber").startsWith("5\t"));
    same("before", "s");
    assertEquals(775, tests.store("s").snapshot().length());
    assertEquals(1.0, tests.json("stat T/s").get("utilisation").asDouble());
    assertTrue(tests.ok("rebalance T/s --renumber --sort --below 1").startsWith("5\t0"));
    assertEquals(2, tests.run("rebalance T/s --below 1.5").code());
    assertEquals(3, tests.run("rebalance T/nothing").code());
  }

  private void same(String expected, String store) throws IOException {
    String output = "same" + System.nanoTime();
    tests.ok("gather T/" + store + " --slice : T/" + output + " --missing skip");
    for (String file : List.of("x.npy", "y.npy")) {
      assertArrayEquals(items(expected + "/" + file), items(output + "/" + file), file);
    }
  }

  @Test
  void aRebalanceKeepsWhatOthersChangeAndIsRefusedIfTheyChangedAllOfIt() throws Exception {
    tests.ok("import -Drecordio.store.chunk-size=4k T/s x=T/x.npy y=T/y.npy");
    tests.ok("delete T/s --slice 0:600");
    var path = LocalFiles.path(folder.resolve("s"));
    var conf = LocalJobs.conf(folder);
    Store store = Store.open(conf, path);
    try (var rebalance = new RebalanceJob(conf, path)) {
      try (StoreUpdate update = store.update()) {
        update.set(700, "x", new byte[WIDTH]);
        update.commit();
      }
      run(rebalance.job());
      assertEquals(4, rebalance.made().generation());
    }
    tests.ok("gather T/s --ids 699,700 T/g");
    byte[] two = new byte[2 * WIDTH];
    System.arraycopy(rows, 699 * WIDTH, two, 0, WIDTH);
    assertArrayEquals(two, items("g/x.npy"));

    tests.ok("delete T/s --slice 600:900");
    var before = tests.files("s").keySet();
    try (var rebalance = new RebalanceJob(conf, path)) {
      store.alter(List.of(StoreField.parse("z=f4")), List.of());
      var failure = assertThrows(JobFailedException.class, () -> run(rebalance.job()));
      assertTrue(failure.getMessage().contains("conflict: the fields changed in generation 6"));
      assertEquals(ExitCode.JOB_FAILED, failure.exitCode());
    }
    assertEquals(6, store.snapshot().generation());
    var after = tests.files("s").keySet();
    after.removeAll(before);
    after.removeIf(name -> name.startsWith("_manifest"));
    assertEquals(
        0, after.stream().filter(name -> name.endsWith(".chunk")).count(), after::toString);
  }

  @Test
  void aJobThatIsCommittedAgainMakesNothing() throws Exception {
    var conf = LocalJobs.conf(folder);
    var path = LocalFiles.path(folder.resolve("s"));
    var input = Map.of("y", folder.resolve("y.npy").toString());
    try (var job = new ImportJob(conf, path, input)) {
      job.prepare();
      run(job.job());
      assertEquals(1, job.made().generation());
      new StoreCommitter().commitJob(job.job());
    }
    assertEquals(1000, Store.open(conf, path).snapshot().length());
  }

  private static void run(Job job) throws Exception {
    new JobRunner(new PrintStream(new ByteArrayOutputStream()), true).run(job);
  }
}
