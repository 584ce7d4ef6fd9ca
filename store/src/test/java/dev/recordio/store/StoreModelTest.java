// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.store.commit.RebalancePlan;
import dev.recordio.store.commit.RebalancePlan.RebalanceOptions;
import dev.recordio.store.commit.StoreConflictException;
import dev.recordio.store.manifest.StoreConf;
import dev.recordio.store.read.LiveChunks;
import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.Sampled;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Long runs of random operations equal a model, at every generation. */
@Tag("deep")
class StoreModelTest {
  private static final int OPERATIONS = 50;

  @TempDir Path folder;

  private int added;

  static LongStream seeds() {
    return LongStream.rangeClosed(1, Sampled.step(2, 20));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void randomOperationsEqualTheModel(long seed) throws IOException {
    var random = new Random(seed);
    var conf = new Configuration();
    conf.set(StoreConf.CHUNK_SIZE.key(), random.nextBoolean() ? "32k" : "128m");
    var schema =
        new StoreSchema(
            List.of(
                StoreField.parse("label=f4"),
                StoreField.parse("image=bytes"),
                StoreField.parse("box=<i2[2,2]"),
                StoreField.parse("tokens=i8[*]:deflate"),
                StoreField.parse("x=u1[7]"),
                StoreField.parse("text=text:deflate")),
            List.of(List.of("image", "label"), List.of("box", "x")));
    var path = new org.apache.hadoop.fs.Path(folder.toUri() + "store");
    Store store = Store.create(conf, path, schema);
    var model = new StoreModel(schema);
    var models = new ArrayList<StoreModel>();
    models.add(model.copy());
    for (int i = 0; i < OPERATIONS; i++) {
      step(store, model, models, random);
      Store again = random.nextInt(4) == 0 ? Store.open(conf, path) : store;
      models.add(model.copy());
      if (i % 3 == 0) {
        model.check(again.snapshot(), random);
      }
      store = again;
    }
    for (int generation = 0; generation < models.size(); generation += 9) {
      // Every other one by Hadoop's own file system: files in memory are read in another way.
      Configuration reading = generation % 2 == 0 ? conf : LocalFiles.raw();
      models.get(generation).check(Store.open(reading, path).snapshot(generation), random);
    }
  }

  private void step(Store store, StoreModel model, List<StoreModel> models, Random random)
      throws IOException {
    int what = model.live().size() < 5 ? 0 : random.nextInt(14);
    if (what < 12) {
      step(store, model, random, what);
    } else {
      rebalance(store, model, models, random);
    }
  }

  /** Records are rewritten; between that and the commit others change the store. */
  private void rebalance(Store store, StoreModel model, List<StoreModel> models, Random random)
      throws IOException {
    var options =
        new RebalanceOptions(
            new double[] {0, 0.5, 1}[random.nextInt(3)],
            random.nextInt(3) == 0,
            random.nextInt(4) == 0);
    var written = new WrittenRebalance(store, options);
    if (written.plan().isEmpty()) {
      step(store, model, random, 0);
      return;
    }
    boolean conflict = false;
    int others = random.nextBoolean() ? 0 : random.nextInt(5);
    for (int i = 0; i < others && model.live().size() > 5; i++) {
      int what = random.nextInt(12);
      what = what == 10 ? 0 : what == 11 && random.nextInt(4) > 0 ? 5 : what;
      conflict |= what >= 11 || what >= 5 && written.plan().renumber();
      step(store, model, random, what);
      models.add(model.copy());
    }
    if (conflict) {
      assertThrows(StoreConflictException.class, () -> written.commit(store));
      step(store, model, random, 0);
      return;
    }
    Snapshot after = written.commit(store);
    if (written.plan().renumber()) {
      model.records().removeIf(record -> record == null);
    }
    if (others == 0) {
      requireDense(after, options);
    }
  }

  /** Nothing is left to do, and no chunk has less than what is requested. */
  private static void requireDense(Snapshot after, RebalanceOptions options) throws IOException {
    var again = RebalancePlan.make(after.tables(), after.manifest(), options);
    assertEquals(List.of(), again.tasks(), () -> options + " of " + after);
    for (LiveChunks.Use chunk : LiveChunks.of(after.tables(), after.manifest()).all()) {
      double part = (double) chunk.liveBytes() / chunk.storedBytes();
      assertTrue(part > 0 && part >= options.below(), () -> part + " of " + chunk.chunk());
    }
  }

  @Test
  void smallChunksAtBothEndsOfASortedStoreAreRewrittenInTheOrderOfIds() throws IOException {
    var conf = new Configuration();
    conf.set(StoreConf.CHUNK_SIZE.key(), "32k");
    var schema = TestStore.schema("x=u1[100]");
    var path = new org.apache.hadoop.fs.Path(folder.toUri() + "sorted");
    Store store = Store.create(conf, path, schema);
    for (int records : new int[] {10, 300, 10}) {
      try (StoreAppend append = store.append()) {
        for (int i = 0; i < records; i++) {
          append.set("x", new byte[100]);
          append.add();
        }
        append.commit();
      }
    }
    var options = new RebalanceOptions(0.5, true, false);
    requireDense(new WrittenRebalance(store, options).commit(store), options);
  }

  private void step(Store store, StoreModel model, Random random, int what) throws IOException {
    List<Integer> live = model.live();
    if (what < 5) {
      append(store, model, random);
    } else if (what < 8) {
      update(store, model, some(live, random), random);
    } else if (what < 10) {
      List<Integer> ids = some(live, random);
      StoreDelete delete = store.delete();
      ids.forEach(delete::add);
      delete.commit();
      ids.forEach(id -> model.records().set(id, null));
    } else if (what < 11) {
      List<Integer> ids = some(live, random);
      StoreDelete delete = store.deleteBySwap();
      ids.forEach(delete::add);
      delete.commit();
      model.swap(ids);
    } else {
      alter(store, model, random);
    }
  }

  private static List<Integer> some(List<Integer> live, Random random) {
    var ids = new TreeSet<Integer>();
    int count = 1 + random.nextInt(Math.max(1, live.size() / 3));
    boolean range = random.nextInt(4) == 0;
    int from = random.nextInt(live.size());
    for (int i = 0; i < count; i++) {
      ids.add(live.get(range ? Math.min(live.size() - 1, from + i) : random.nextInt(live.size())));
    }
    return new ArrayList<>(ids);
  }

  private static void append(Store store, StoreModel model, Random random) throws IOException {
    int count = random.nextInt(10) == 0 ? 1500 : 1 + random.nextInt(30);
    boolean all = random.nextBoolean();
    try (StoreAppend append = store.append()) {
      for (int i = 0; i < count; i++) {
        Map<String, byte[]> record = new HashMap<>();
        for (StoreField field : model.fields()) {
          if (all || random.nextInt(8) > 0) {
            byte[] value = StoreModel.value(field, random);
            record.put(field.name(), value);
            append.set(field.name(), value);
          }
        }
        append.add();
        model.records().add(record);
      }
      append.commit();
      assertEquals(model.records().size() - count, append.firstId());
    }
  }

  private static void update(Store store, StoreModel model, List<Integer> ids, Random random)
      throws IOException {
    var shuffled = new ArrayList<>(ids);
    java.util.Collections.shuffle(shuffled, random);
    List<StoreField> fields =
        model.fields().stream().filter(field -> random.nextInt(3) == 0).toList();
    try (StoreUpdate update = store.update()) {
      for (StoreField field : fields) {
        for (int id : shuffled) {
          if (random.nextInt(10) == 0) {
            update.setAbsent(id, update.schema().indexOf(field.name()));
            model.records().get(id).remove(field.name());
          } else {
            byte[] value = StoreModel.value(field, random);
            update.set(id, field.name(), value);
            model.records().get(id).put(field.name(), value);
          }
        }
      }
      update.commit();
    }
  }

  private void alter(Store store, StoreModel model, Random random) throws IOException {
    if (random.nextBoolean() && model.fields().size() > 3) {
      StoreField gone = model.fields().remove(random.nextInt(model.fields().size()));
      store.alter(List.of(), List.of(gone.name()));
      model.records().stream().filter(r -> r != null).forEach(r -> r.remove(gone.name()));
    } else {
      StoreField field =
          StoreField.parse("f" + added++ + (random.nextBoolean() ? "=f8" : "=bytes:deflate"));
      store.alter(List.of(field), List.of());
      model.fields().add(field);
    }
  }
}
