// SPDX-License-Identifier: Apache-2.0
package dev.recordio.distributed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.Recordio;
import dev.recordio.npy.NpyHeader;
import dev.recordio.npy.NpyType;
import dev.recordio.store.Store;
import dev.recordio.store.StoreModel;
import dev.recordio.store.StoreSteps;
import dev.recordio.store.TestStore;
import dev.recordio.store.commit.GarbageCollection;
import dev.recordio.testing.ObjectStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.statistics.IOStatisticsSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole changes of stores on an object store, through S3A: nothing is ever copied. */
class S3aStoreTest {
  private static final int WRITERS = 2;
  private static final int APPENDS = 6;
  private static final int ROWS = 600;
  private static final int WIDTH = 24;

  @TempDir static Path temp;
  @AutoClose private static ObjectStore objects;
  @AutoClose private static LostAnswers between;

  @BeforeAll
  static void start() throws Exception {
    objects = new ObjectStore(temp.resolve("store.log"));
    between = new LostAnswers(URI.create(objects.conf().get("fs.s3a.endpoint")));
  }

  @AfterEach
  void nothingWasCopiedOrReplaced() {
    assertEquals(0, between.copies());
    assertEquals(0, between.unconditional());
  }

  private static Configuration conf() {
    Configuration conf = objects.conf();
    conf.set("fs.s3a.endpoint", between.endpoint());
    conf.set("fs.s3a.retry.interval", "5ms");
    return conf;
  }

  /** Returns how often S3A renamed, and how often it requested a copy. */
  private static List<Long> renamesAndCopies(FileSystem fs) {
    Map<String, Long> counters = IOStatisticsSupport.retrieveIOStatistics(fs).counters();
    return List.of(counters.get("op_rename"), counters.get("object_copy_requests"));
  }

  private static Recordio ok(String... args) {
    Recordio done = Recordio.run(conf(), args).ended(0);
    return done;
  }

  private static void requireSound(Store store) throws IOException {
    TestStore.requireSound(conf(), store);
  }

  @Test
  void changesEqualTheModelThoughAnswersAreLost() throws IOException {
    var path = new org.apache.hadoop.fs.Path(ObjectStore.uri("stores/model"));
    Store store = Store.create(conf(), path, StoreSteps.SCHEMA);
    var model = new StoreModel(StoreSteps.SCHEMA);
    int refused = between.refused();
    for (int step = 0; step < 12; step++) {
      between.lose(step % 4 == 3 ? 1 : 0);
      StoreSteps.run(step, store, model);
    }
    model.check(Store.open(conf(), path).snapshot(), new Random(1));
    assertEquals(12, store.snapshot().generation());
    assertEquals(refused + 3, between.refused(), "each lost answer led to another upload");
    requireSound(store);
  }

  /** The counts of the tests below, and of both classes of tests, do not miss copies. */
  @Test
  void copiesAreCounted() throws IOException {
    try (var counting = new LostAnswers(URI.create(objects.conf().get("fs.s3a.endpoint")))) {
      Configuration conf = conf();
      conf.set("fs.s3a.endpoint", counting.endpoint());
      var from = new org.apache.hadoop.fs.Path(ObjectStore.uri("copied/_manifest/0.json"));
      try (FileSystem fs = FileSystem.newInstance(from.toUri(), conf)) {
        fs.create(from).close();
        assertEquals(List.of(0L, 0L), renamesAndCopies(fs));
        assertTrue(fs.rename(from, new org.apache.hadoop.fs.Path(from.getParent(), "01.json")));
        assertEquals(List.of(1L, 1L), renamesAndCopies(fs));
      }
      assertEquals(1, counting.copies());
      assertEquals(2, counting.unconditional(), "the file, and its copy");
    }
  }

  @Test
  void changesOfAllKindsAndGcCopyNothing() throws IOException {
    var path = new org.apache.hadoop.fs.Path(ObjectStore.uri("stores/kinds"));
    FileSystem fs = path.getFileSystem(conf());
    List<Long> before = renamesAndCopies(fs);
    Store store = Store.create(conf(), path, StoreSteps.SCHEMA);
    var model = new StoreModel(StoreSteps.SCHEMA);
    StoreSteps.append(store, model, 8);
    for (StoreSteps.Kind kind : StoreSteps.Kind.values()) {
      kind.step().run(store, model);
    }
    store.tag("two", 2);
    GarbageCollection.Result collected =
        new GarbageCollection(conf(), store.generations(), false, file -> {}).collect(1, 0);
    long newest = StoreSteps.Kind.values().length + 1L;
    assertEquals(List.of(2L, newest), collected.kept().stream().sorted().toList());
    assertTrue(collected.files() > collected.generations().size(), "chunks and tables, too");
    Store again = Store.open(conf(), path);
    assertEquals(newest, again.snapshot().generation());
    model.check(again.snapshot(), new Random(2));
    requireSound(again);
    assertEquals(before, renamesAndCopies(fs));
  }

  @Test
  void commandsAndTheirJobsCopyNothing() throws IOException {
    byte[] rows = new byte[ROWS * WIDTH];
    new Random(3).nextBytes(rows);
    String many = npy("many.npy", rows).toString();
    String one = npy("one.npy", Arrays.copyOf(rows, WIDTH)).toString();
    String store = ObjectStore.uri("stores/commands");
    FileSystem fs = new org.apache.hadoop.fs.Path(store).getFileSystem(conf());
    List<Long> before = renamesAndCopies(fs);

    ok("store", "create", store, "--field", "x=u1[" + WIDTH + "]", "--chunk-size", "4k");
    ok("store", "append", store, "x=" + many);
    ok("store", "import", store, "x=" + many);
    ok("store", "update", store, "--ids", "3", "x=" + one);
    ok("store", "delete", store, "--ids", "7");
    ok("store", "rebalance", store, "--sort");
    ok("store", "gc", store, "--older-than", "0s");
    ok("store", "verify", store);
    assertEquals(1, ok("store", "log", store).lines().size());
    Path got = temp.resolve("got");
    ok("store", "gather", store, "--slice", ":", got.toString(), "--missing", "skip");

    assertEquals(before, renamesAndCopies(fs));
    var expected = new ByteArrayOutputStream();
    byte[] updated = rows.clone();
    System.arraycopy(rows, 0, updated, 3 * WIDTH, WIDTH);
    expected.write(updated, 0, 7 * WIDTH);
    expected.write(updated, 8 * WIDTH, (ROWS - 8) * WIDTH);
    expected.writeBytes(rows);
    byte[] found = Files.readAllBytes(got.resolve("x.npy"));
    assertArrayEquals(
        expected.toByteArray(), Arrays.copyOfRange(found, NpyHeader.BYTES, found.length));
  }

  private static Path npy(String name, byte[] rows) throws IOException {
    var file = new ByteArrayOutputStream();
    file.writeBytes(NpyHeader.of(NpyType.parse("|u1"), rows.length / WIDTH, WIDTH));
    file.writeBytes(rows);
    return Files.write(temp.resolve(name), file.toByteArray());
  }

  @Test
  void writersThatAppendLoseNothing() throws Exception {
    var path = new org.apache.hadoop.fs.Path(ObjectStore.uri("stores/race"));
    Store.create(conf(), path, StoreSteps.SCHEMA);
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    try {
      var ended = new ArrayList<Future<?>>();
      for (int writer = 0; writer < WRITERS; writer++) {
        Store mine = Store.open(conf(), path);
        ended.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < APPENDS; i++) {
                    StoreSteps.append(mine, new StoreModel(StoreSteps.SCHEMA), 2);
                  }
                  return null;
                }));
      }
      for (Future<?> writer : ended) {
        writer.get();
      }
    } finally {
      threads.shutdownNow();
    }
    Store store = Store.open(conf(), path);
    assertEquals(WRITERS * APPENDS, store.snapshot().generation());
    assertEquals(2 * WRITERS * APPENDS, store.snapshot().length());
    requireSound(store);
  }
}
