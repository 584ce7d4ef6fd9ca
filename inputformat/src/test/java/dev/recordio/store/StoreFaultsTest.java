// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import dev.recordio.testing.FailingCalls;
import dev.recordio.testing.FailingCalls.Mode;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.Sampled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each call of each change of a store fails, by turns: the store is as before or as after it, whole
 * in any case, and whoever made the change is told the truth.
 */
class StoreFaultsTest {
  private static final StoreSchema SCHEMA =
      new StoreSchema(
          List.of(
              StoreField.parse("label=f4"),
              StoreField.parse("image=bytes"),
              StoreField.parse("tokens=i8[*]:deflate")),
          List.of(List.of("image", "label")));

  private static int added;

  private final Configuration conf = LocalFiles.raw();
  private final Random random = new Random(7);
  private org.apache.hadoop.fs.Path path;
  private StoreModel model;

  @TempDir Path folder;

  /** What is done to a model, and then to its store. */
  private interface Step {
    void run(Store store, StoreModel model) throws IOException;
  }

  /** The changes of a store. */
  private enum Operation {
    APPEND(StoreFaultsTest::append),
    UPDATE(StoreFaultsTest::update),
    DELETE((store, model) -> delete(store, model, false)),
    SWAP((store, model) -> delete(store, model, true)),
    ADD_FIELD(StoreFaultsTest::addField),
    DROP_FIELD(StoreFaultsTest::dropField);

    private final Step step;

    Operation(Step step) {
      this.step = step;
    }
  }

  @BeforeEach
  void create() throws IOException {
    FailingCalls.none();
    path = FailingCalls.use(conf, folder.resolve("store"));
    Store store = Store.create(conf, path, SCHEMA);
    model = new StoreModel(SCHEMA);
    for (int i = 0; i < 3; i++) {
      append(store, model);
    }
    update(store, model);
    delete(store, model, false);
  }

  @AfterEach
  void noMoreFaults() {
    FailingCalls.none();
  }

  private static void append(Store store, StoreModel model) throws IOException {
    try (StoreAppend append = store.append()) {
      for (int i = 0; i < 4; i++) {
        Map<String, byte[]> record = new HashMap<>();
        for (StoreField field : append.schema().fields()) {
          byte[] value = StoreModel.value(field, new Random(model.records().size()));
          record.put(field.name(), value);
          append.set(field.name(), value);
        }
        append.add();
        model.records().add(record);
      }
      append.commit();
    }
  }

  private static List<Integer> live(StoreModel model) {
    return Stream.iterate(0, id -> id + 1)
        .limit(model.records().size())
        .filter(id -> model.records().get(id) != null)
        .toList();
  }

  private static void update(Store store, StoreModel model) throws IOException {
    try (StoreUpdate update = store.update()) {
      List<Integer> live = live(model);
      for (int id : List.of(live.get(1), live.get(live.size() - 1))) {
        for (StoreField field : update.schema().fields()) {
          byte[] value = StoreModel.value(field, new Random(31 + id));
          update.set(id, field.name(), value);
          model.records().get(id).put(field.name(), value);
        }
      }
      update.commit();
    }
  }

  private static void delete(Store store, StoreModel model, boolean swap) throws IOException {
    int id = live(model).get(2);
    if (swap) {
      model.swap(List.of(id));
    } else {
      model.records().set(id, null);
    }
    (swap ? store.deleteBySwap() : store.delete()).add(id).commit();
  }

  private static void addField(Store store, StoreModel model) throws IOException {
    StoreField field = StoreField.parse("f" + added++ + "=f8");
    model.fields().add(field);
    store.alter(List.of(field), List.of());
  }

  private static void dropField(Store store, StoreModel model) throws IOException {
    String name = model.fields().remove(0).name();
    model.records().stream().filter(record -> record != null).forEach(r -> r.remove(name));
    store.alter(List.of(), List.of(name));
  }

  private Set<String> files() throws IOException {
    var names = new TreeSet<String>();
    try (Stream<Path> all = Files.walk(folder.resolve("store"))) {
      all.filter(Files::isRegularFile).forEach(file -> names.add(file.getFileName().toString()));
    }
    return names;
  }

  @ParameterizedTest
  @EnumSource
  void eachCallFails(Operation operation) throws IOException {
    for (Mode mode : Mode.values()) {
      int outcomes = 0;
      boolean done = false;
      for (long call = mode.ordinal() % 2; !done; call += Sampled.step(2, 1)) {
        // Fields are dropped once: the store is made anew for each fault.
        if (operation == Operation.DROP_FIELD && model.fields().size() < 3) {
          removeStore();
          create();
        }
        done = fails(operation, mode, call);
        outcomes++;
      }
      assertTrue(outcomes > 5, operation + " has " + outcomes + " calls");
    }
  }

  private void removeStore() throws IOException {
    FailingCalls.none();
    path.getFileSystem(conf).delete(path, true);
  }

  /** Returns whether there was no such call. */
  private boolean fails(Operation operation, Mode mode, long call) throws IOException {
    FailingCalls.none();
    long before = Store.open(conf, path).snapshot().generation();
    Set<String> files = files();
    StoreModel after = model.copy();
    Store store = Store.open(conf, path);
    IOException told = null;
    FailingCalls.fail(mode, call);
    try {
      operation.step.run(store, after);
    } catch (IOException e) {
      told = e;
    }
    String failed = FailingCalls.failed();
    FailingCalls.none();
    String what = operation + ", call " + call + " (" + failed + ") fails " + mode + ": " + told;
    Snapshot now = Store.open(conf, path).snapshot();
    boolean happened = now.generation() > before;
    assertTrue(now.generation() <= before + 1, what);
    if (told == null) {
      assertTrue(happened, what);
    } else if (happened) {
      assertTrue(told.getMessage().startsWith("outcome unknown"), what);
    } else if (mode == Mode.BEFORE && !failed.equals("delete")) {
      assertEquals(files, files(), what + ": nothing is left");
    }
    if (happened) {
      model = after;
    }
    try {
      model.check(now, random);
    } catch (IOException e) {
      throw new AssertionError(what, e);
    }
    return failed == null;
  }
}
