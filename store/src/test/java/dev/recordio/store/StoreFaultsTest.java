// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.store.StoreCalls.Mode;
import dev.recordio.store.StoreSteps.Kind;
import dev.recordio.testing.Faults.Call;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.Sampled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each call of each change of a store fails, by turns: the store is as before or as after it, whole
 * in any case, and whoever made the change is told the truth.
 */
@Tag("deep")
class StoreFaultsTest {
  private final Configuration conf = LocalFiles.raw();
  private final StoreCalls calls = new StoreCalls();
  private final Random random = new Random(7);
  private org.apache.hadoop.fs.Path path;
  private StoreModel model;

  @TempDir Path folder;

  @BeforeEach
  void create() throws IOException {
    path = calls.use(conf, folder.resolve("store"));
    Store store = Store.create(conf, path, StoreSteps.SCHEMA);
    model = new StoreModel(StoreSteps.SCHEMA);
    StoreSteps.append(store, model, 40);
    StoreSteps.append(store, model, 3);
    StoreSteps.update(store, model);
    StoreSteps.delete(store, model, false);
  }

  private Set<String> files() throws IOException {
    var names = new TreeSet<String>();
    if (Files.exists(folder.resolve("store"))) {
      try (Stream<Path> all = Files.walk(folder.resolve("store"))) {
        all.filter(Files::isRegularFile).forEach(file -> names.add(file.getFileName().toString()));
      }
    }
    return names;
  }

  private void createAnew() throws IOException {
    calls.none();
    path.getFileSystem(conf).delete(path, true);
    create();
  }

  @ParameterizedTest
  @EnumSource
  void eachCallFails(Kind kind) throws IOException {
    int faults = 0;
    for (Mode mode : Mode.values()) {
      boolean done = false;
      // Some calls fail in one of the modes; with -Pfuzz every call in all of them.
      int step = Sampled.step((rebalances(kind) ? 7 : 2) * Mode.values().length, 1);
      for (long call = step == 1 ? 0 : step / Mode.values().length * mode.ordinal();
          !done;
          call += step) {
        // A rebalance must have something to do, and the same each time; a delete, live records.
        if (rebalances(kind) || model.live().size() < 30 || model.fields().size() != 4) {
          createAnew();
        }
        done = !fails(kind, mode, call);
        faults += done ? 0 : 1;
      }
    }
    assertTrue(faults > 1, kind + " has " + faults + " calls");
    verify();
  }

  private static boolean rebalances(Kind kind) {
    return kind == Kind.REBALANCE || kind == Kind.RENUMBER;
  }

  /** Returns whether there was such a call. */
  private boolean fails(Kind kind, Mode mode, long call) throws IOException {
    long before = Store.open(conf, path).snapshot().generation();
    Set<String> files = files();
    StoreModel after = model.copy();
    Store store = Store.open(conf, path);
    IOException told = null;
    calls.fail(mode, call);
    try {
      kind.step().run(store, after);
    } catch (IOException e) {
      told = e;
    }
    Call failed = calls.failed();
    calls.none();
    String what = kind + ", call " + call + " (" + failed + ") fails " + mode + ": " + told;
    Snapshot now = Store.open(conf, path).snapshot();
    if (now.generation() == before) {
      assertTrue(told != null, what);
      Set<String> left = files();
      assertTrue(left.containsAll(files), what); // and files never change
      if (mode == Mode.BEFORE && failed != Call.DELETE && !rebalances(kind)) {
        assertEquals(files, left, what + ": nothing is left");
      }
    } else {
      assertEquals(before + 1, now.generation(), what);
      assertTrue(told == null || told.getMessage().startsWith("outcome unknown"), what);
      model = after;
      whole(now, what);
    }
    return failed != null;
  }

  private void whole(Snapshot now, String what) {
    try {
      model.check(now, random);
    } catch (IOException e) {
      throw new AssertionError(what, e);
    }
  }

  private void verify() throws IOException {
    TestStore.requireSound(conf, Store.open(conf, path));
  }

  /** An answer that is lost is not found out: files stay that the generation may name. */
  @Test
  void outcomesThatAreUnknownAreToldAsSuch() throws IOException {
    int unknown = 0;
    boolean more = true;
    for (long call = 0; more; call++) {
      long before = Store.open(conf, path).snapshot().generation();
      StoreModel after = model.copy();
      Store store = Store.open(conf, path);
      calls.fail(Mode.AFTER_AND_NEXT, call);
      String told = "";
      try {
        StoreSteps.append(store, after, 2);
      } catch (IOException e) {
        told = e.getMessage();
      }
      more = calls.failed() != null;
      calls.none();
      Snapshot now = Store.open(conf, path).snapshot();
      if (now.generation() > before) {
        model = after;
        unknown += told.startsWith("outcome unknown") ? 1 : 0;
        whole(now, "call " + call + ": " + told);
      }
    }
    assertTrue(unknown > 0);
    verify();
  }

  @ParameterizedTest
  @EnumSource
  void storesAreMadeOrNot(Mode mode) throws IOException {
    boolean more = true;
    for (long call = 0; more; call++) {
      path.getFileSystem(conf).delete(path, true);
      calls.fail(mode, call);
      IOException told = null;
      try {
        Store.create(conf, path, StoreSteps.SCHEMA);
      } catch (IOException e) {
        told = e;
      }
      Call failed = calls.failed();
      more = failed != null;
      calls.none();
      String what = "call " + call + " (" + failed + "): " + told;
      if (!files().contains("00000000000000000000.json")) {
        assertTrue(told != null, what);
        Store.create(conf, path, StoreSteps.SCHEMA); // what is left is in nobody's way
      } else {
        assertTrue(told == null || told.getMessage().startsWith("outcome unknown"), what);
      }
      assertEquals(0, Store.open(conf, path).snapshot().generation());
      verify();
    }
  }

  @ParameterizedTest
  @EnumSource
  void tagsAreMadeOrNot(Mode mode) throws IOException {
    boolean more = true;
    for (int call = 0; more; call++) {
      String name = "v" + call;
      Store store = Store.open(conf, path);
      calls.fail(mode, call);
      IOException told = null;
      try {
        store.tag(name, 1);
      } catch (IOException e) {
        told = e;
      }
      more = calls.failed() != null;
      calls.none();
      boolean made = store.generations().tags().list().containsKey(name);
      if (made) {
        assertEquals(1, store.tagged(name).generation());
      }
      // After the tag is there, it is looked whether gc has collected the generation.
      assertTrue(made || told != null, name + ": " + told);
    }
    verify();
  }

  /** The disk is full after so many bytes: nothing changes, and room is given back. */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"REBALANCE", "RENUMBER"})
  void fullDiskChangesNothing(Kind kind) throws IOException {
    Set<String> files = files();
    int refused = 0;
    int step = Sampled.step(401, 1);
    for (long bytes = 0; refused == bytes / step; bytes += step) {
      Store store = Store.open(conf, path);
      StoreModel after = model.copy();
      calls.fill(bytes);
      try {
        kind.step().run(store, after);
      } catch (IOException e) {
        assertTrue(e.getMessage().contains("No space left"), e.getMessage());
        Set<String> left = files();
        assertTrue(left.containsAll(files));
        if (!e.getMessage().startsWith("can't write generation")) {
          assertEquals(files, left);
        } // else an upload that nobody sees may come late: gc removes what it would name
        files = left;
        refused++;
      }
    }
    assertTrue(refused > 0);
    calls.none();
    verify();
  }

  @Test
  void changesWithoutPermissionAreRefusedBeforeAnythingIsWritten() throws IOException {
    conf.set("recordio.store.publish", "refuse");
    Set<String> files = files();
    for (Kind kind : Kind.values()) {
      if (rebalances(kind)) {
        continue; // its tasks write before it commits; the command asks first
      }
      var e =
          assertThrows(
              dev.recordio.conf.InvalidSettingException.class,
              () -> kind.step().run(Store.open(conf, path), model.copy()));
      assertTrue(e.getMessage().contains("recordio.store.publish"), e.getMessage());
    }
    assertEquals(files, files());
  }
}
