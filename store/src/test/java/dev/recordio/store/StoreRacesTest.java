// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.store.commit.StoreConflictException;
import dev.recordio.store.schema.StoreField;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several writers at a time: nothing is lost, and what contradicts is refused. */
@Tag("deep")
class StoreRacesTest {
  private static final int WRITERS = 4;
  private static final int ROUNDS = 3;
  private static final int OWN = 10; // ids of each writer

  private final Configuration conf = LocalFiles.checked();
  private final Random random = new Random(5);

  @TempDir Path folder;

  private org.apache.hadoop.fs.Path path() {
    return LocalFiles.path(folder.resolve("store"));
  }

  private Store open() throws IOException {
    return Store.open(conf, path());
  }

  private Store labels(int records) throws IOException {
    Store store = Store.create(conf, path(), TestStore.schema("label=<i8"));
    append(store, 0, records);
    return store;
  }

  private static long append(Store store, long firstLabel, int records) throws IOException {
    try (StoreAppend append = store.append()) {
      for (int i = 0; i < records; i++) {
        append.set("label", RacingWriter.value(firstLabel + i));
        append.add();
      }
      append.commit();
      return append.firstId();
    }
  }

  private static StoreUpdate begin(Store store, long id, long label) throws IOException {
    StoreUpdate update = store.update();
    update.set(id, "label", RacingWriter.value(label));
    return update;
  }

  private void requireSound() throws IOException {
    TestStore.requireSound(conf, open());
  }

  private static <T> List<T> together(List<Callable<T>> tasks) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
    try {
      var results = new ArrayList<T>();
      for (Future<T> result : threads.invokeAll(tasks)) {
        results.add(result.get());
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void writersOfDifferentRecordsLoseNothing() throws Exception {
    labels(WRITERS * OWN);
    var tasks = new ArrayList<Callable<Map<Long, Long>>>();
    for (int writer = 0; writer < WRITERS; writer++) {
      int number = writer;
      tasks.add(() -> change(number));
    }
    Map<Long, Long> expected = new HashMap<>();
    together(tasks).forEach(expected::putAll);
    Snapshot last = open().snapshot();
    assertEquals(WRITERS * (OWN + 2L * ROUNDS), last.length());
    assertEquals(1 + 3L * WRITERS * ROUNDS, last.generation());
    assertEquals((long) WRITERS * ROUNDS, last.deleted());
    try (StoreGather gather = last.gather().missing(Missing.ZERO);
        GatherBatch batch = gather.range(0, last.length(), 1)) {
      for (int id = 0; id < last.length(); id++) {
        Long label = expected.getOrDefault((long) id, (long) id);
        assertEquals(label < 0, batch.isDeleted(id), "record " + id);
        if (label >= 0) {
          long found = batch.value("label", id).order(ByteOrder.LITTLE_ENDIAN).getLong();
          assertEquals(label, found, "record " + id);
        }
      }
    }
    requireSound();
  }

  /** Appends, updates and deletes; returns what must be there: -1 for a deleted record. */
  private Map<Long, Long> change(int writer) throws IOException {
    Store store = open();
    Map<Long, Long> mine = new HashMap<>();
    for (int round = 0; round < ROUNDS; round++) {
      long label = 1_000L * (writer + 1) + 10L * round;
      long first = append(store, label, 2);
      mine.put(first, label);
      mine.put(first + 1, label + 1);
      long own = (long) writer * OWN + OWN - 1;
      try (StoreUpdate update = begin(store, own, label + 5)) {
        update.commit();
      }
      mine.put(own, label + 5);
      long gone = (long) writer * OWN + round;
      store.delete().add(gone).commit();
      mine.put(gone, -1L);
    }
    return mine;
  }

  @Test
  void ofTwoUpdatesOfTheSameRecordOneWins() throws Exception {
    Store store = labels(20);
    for (int round = 0; round < 5; round++) {
      long generation = store.snapshot().generation();
      var meeting = new CyclicBarrier(2);
      var tasks = new ArrayList<Callable<String>>();
      for (int writer = 0; writer < 2; writer++) {
        long label = 100 + 2 * round + writer;
        tasks.add(
            () -> {
              try (StoreUpdate update = begin(open(), 17, label)) {
                update.set(label % 2, "label", RacingWriter.value(label));
                meeting.await();
                update.commit();
                return "won " + label;
              } catch (StoreConflictException e) {
                return e.getMessage();
              }
            });
      }
      List<String> told = together(tasks);
      String conflict = "conflict: id 17 changed in generation " + (generation + 1);
      assertTrue(told.contains(conflict), told.toString());
      String won = told.get(1 - told.indexOf(conflict));
      try (StoreGather gather = store.snapshot().gather();
          GatherBatch batch = gather.get(new long[] {17})) {
        long label = batch.value("label", 0).order(ByteOrder.LITTLE_ENDIAN).getLong();
        assertEquals("won " + label, won);
      }
    }
    assertEquals(6, store.snapshot().generation());
    requireSound();
  }

  @Test
  void changesOfTheSameRecordsAreRefusedWhateverTheyAre() throws IOException {
    Store store = labels(30);
    StoreUpdate late = begin(store, 29, 7);
    StoreUpdate gone = begin(store, 5, 7);
    StoreUpdate other = begin(store, 6, 7);
    StoreDelete twice = store.delete().add(5);
    StoreDelete swapped = store.deleteBySwap().add(29);
    store.deleteBySwap().add(5).commit(); // record 29 is now 5
    for (Callable<Long> change :
        List.<Callable<Long>>of(late::commit, gone::commit, twice::commit, swapped::commit)) {
      var e = assertThrows(StoreConflictException.class, change::call);
      assertTrue(e.getMessage().matches("conflict: id (5|29) changed in generation 2"), "" + e);
      assertEquals(2, e.generation());
    }
    append(store, 77, 3); // an id that was another record's is no less changed
    assertThrows(StoreConflictException.class, late::commit);
    assertEquals(4, other.commit());
    late.close();
    gone.close();
    other.close();
    requireSound();
  }

  /** What was written for a field that is there no more is not live. */
  @Test
  void appendsThatWereBegunBeforeFieldsChange() throws IOException {
    Store store = Store.create(conf, path(), StoreSteps.SCHEMA);
    var model = new StoreModel(StoreSteps.SCHEMA);
    StoreSteps.append(store, model, 10);
    try (StoreAppend append = store.append()) {
      var records = new ArrayList<Map<String, byte[]>>();
      for (int i = 0; i < 5; i++) {
        Map<String, byte[]> record = new HashMap<>();
        for (StoreField field : append.schema().fields()) {
          record.put(field.name(), StoreModel.value(field, random));
        }
        record.forEach(append::set);
        append.add();
        records.add(record);
      }
      store.alter(List.of(StoreField.parse("more=f8")), List.of("image", "label"));
      model.fields().removeIf(f -> f.name().equals("image") || f.name().equals("label"));
      model.fields().add(StoreField.parse("more=f8"));
      append.commit();
      model.records().addAll(records);
      for (Map<String, byte[]> record : model.records()) {
        record.keySet().removeAll(List.of("image", "label"));
      }
    }
    model.check(open().snapshot(), random);
    requireSound();
    StoreSteps.append(store, model, 3);
    StoreSteps.update(store, model);
    model.check(open().snapshot(), random);
    requireSound();
  }

  @Test
  void processesThatAppendLoseNothing() throws Exception {
    WriterRace.run(conf, path(), 2, 5);
  }
}
