// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.store.StoreCalls.Mode;
import dev.recordio.store.commit.GarbageCollection;
import dev.recordio.store.verify.StoreVerify;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.Sampled;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What gc removes of a store with a long history: nothing that a kept generation needs. */
@Tag("deep")
class StoreCollectionTest {
  private static final int STEPS = 16;

  private final Configuration conf = LocalFiles.raw();
  private final StoreCalls calls = new StoreCalls();
  private final Random random = new Random(11);
  private final List<StoreModel> models = new ArrayList<>();
  private org.apache.hadoop.fs.Path path;
  private Store store;

  @TempDir Path folder;

  @BeforeEach
  void create() throws IOException {
    path = calls.use(conf, folder.resolve("store"));
    store = Store.create(conf, path, StoreSteps.SCHEMA);
    var model = new StoreModel(StoreSteps.SCHEMA);
    models.add(model.copy());
    for (int step = 0; step < STEPS; step++) {
      StoreSteps.run(step, store, model);
      models.add(model.copy());
    }
  }

  private GarbageCollection.Result collect(int keep) throws IOException {
    return new GarbageCollection(conf, store.generations(), false, file -> {}).collect(keep, 0);
  }

  private void requireSound() throws IOException {
    TestStore.requireSound(conf, Store.open(conf, path));
  }

  private void requireWhole(long generation) throws IOException {
    models.get((int) generation).check(Store.open(conf, path).snapshot(generation), random);
  }

  private long files(String name) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("store").resolve(name))) {
      return files.count();
    }
  }

  @Test
  void keptGenerationsAreWholeAndNothingElseIsLeft() throws IOException {
    store.tag("five", 5);
    store.tag("nine", 9);
    for (int i = 0; i < 5; i++) {
      Files.write(
          folder.resolve("store/data/" + "0a".repeat(15) + "1" + i + ".chunk"), new byte[9]);
    }
    GarbageCollection.Result result = collect(3);
    assertEquals(List.of(5L, 9L, 14L, 15L, 16L), result.kept().stream().sorted().toList());
    for (long kept : result.kept()) {
      requireWhole(kept);
    }
    requireSound();
    var summary = new StoreVerify(conf, store.generations(), finding -> {}).verifyAll();
    assertEquals(summary.tables(), files("tables"), "every other table is gone");
    assertEquals(summary.chunks(), files("data"), "every other chunk is gone");
    var e = assertThrows(FileNotFoundException.class, () -> store.snapshot(12));
    assertTrue(e.getMessage().contains("generation 12"), e.getMessage());
    assertTrue(e.getMessage().contains("was collected"), e.getMessage());
    store.deleteTag("five");
    collect(1);
    requireWhole(9);
    requireWhole(16);
    assertThrows(FileNotFoundException.class, () -> store.snapshot(5));
    requireSound();
  }

  @Test
  void writersUnderWaySurviveByTheGrace() throws IOException {
    StoreModel model = models.get(STEPS).copy();
    var begun = StoreModel.value(model.fields().get(0), random);
    try (StoreAppend append = store.append()) {
      append.set(model.fields().get(0).name(), begun);
      append.add();
      new GarbageCollection(conf, store.generations(), false, file -> {}).collect(1, 60_000);
      append.commit();
      model.records().add(java.util.Map.of(model.fields().get(0).name(), begun));
    }
    model.check(store.snapshot(), random);
    requireSound();
  }

  @Test
  void readersOfACollectedGenerationAreTold() throws IOException {
    try (StoreGather gather = Store.open(conf, path).snapshot(1).gather()) {
      collect(1);
      var e = assertThrows(FileNotFoundException.class, () -> gather.range(0, 3, 1));
      assertTrue(e.getMessage().contains("generation 1 of"), e.getMessage());
      assertTrue(e.getMessage().contains("was collected"), e.getMessage());
    }
  }

  /** Whenever it ends: what is left is whole, and it can be run again. */
  @ParameterizedTest
  @EnumSource
  void eachCallFails(Mode mode) throws IOException {
    store.tag("ten", 10);
    boolean more = true;
    int failures = 0;
    for (long call = mode.ordinal(); more; call += Sampled.step(11, 1)) {
      calls.fail(mode, call);
      boolean told = false;
      try {
        collect(4);
      } catch (IOException e) {
        told = true;
      }
      more = calls.failed() != null;
      failures += more ? 1 : 0;
      calls.none();
      assertTrue(told || !more || mode == Mode.BEFORE || mode == Mode.AFTER, "call " + call);
      requireWhole(10);
      requireWhole(STEPS - 3);
      requireWhole(STEPS);
    }
    assertTrue(failures > 0);
    requireSound();
    assertFalse(store.generations().list().contains(9L));
  }
}
