// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.store.layout.StoredWord;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Manifest.FieldEntry;
import dev.recordio.store.read.GroupScan;
import dev.recordio.store.read.LiveChunks;
import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** What a store must have: lists of values in memory, changed as the store is. */
public final class StoreModel {
  /** The fields' names, in order, and what records have: null for a deleted record. */
  private final List<StoreField> fields;

  private final List<Map<String, byte[]>> records;

  /** Creates a model without records. */
  public StoreModel(StoreSchema schema) {
    fields = new ArrayList<>(schema.fields());
    records = new ArrayList<>();
  }

  private StoreModel(StoreModel from) {
    fields = new ArrayList<>(from.fields);
    records = new ArrayList<>();
    for (Map<String, byte[]> record : from.records) {
      records.add(record == null ? null : new HashMap<>(record));
    }
  }

  /** Returns a copy. */
  public StoreModel copy() {
    return new StoreModel(this);
  }

  /** Returns the fields. */
  public List<StoreField> fields() {
    return fields;
  }

  /** Returns the records by id; null: deleted. */
  public List<Map<String, byte[]>> records() {
    return records;
  }

  /** Returns a value of a field's type. */
  public static byte[] value(StoreField field, Random random) {
    int unit = field.type().unitBytes();
    int count = field.type().isFixed() ? 1 : random.nextInt(5) == 0 ? 0 : random.nextInt(40);
    byte[] bytes = new byte[unit * count];
    if (random.nextBoolean()) {
      random.nextBytes(bytes);
    }
    return bytes;
  }

  /** Deletes a record, and moves the last one into its place. */
  public void swap(List<Integer> ids) {
    ids.stream()
        .sorted(java.util.Comparator.reverseOrder())
        .forEach(
            id -> {
              Map<String, byte[]> last = records.remove(records.size() - 1);
              if (id < records.size()) {
                records.set(id, last);
              }
            });
  }

  /** Returns the ids of records that are not deleted. */
  public List<Integer> live() {
    return IntStream.range(0, records.size())
        .filter(id -> records.get(id) != null)
        .boxed()
        .toList();
  }

  /** Compares a snapshot with the model: all records, by several requests. */
  public void check(Snapshot snapshot, Random random) throws IOException {
    assertEquals(records.size(), snapshot.length());
    assertEquals(fields, snapshot.schema().fields());
    long deleted = records.stream().filter(record -> record == null).count();
    assertEquals(deleted, snapshot.deleted());
    if (!records.isEmpty()) {
      try (var gather = snapshot.gather().missing(Missing.ZERO)) {
        check(gather, allIds());
        check(gather, random.longs(30, 0, records.size()).toArray());
      }
    }
    checkChunks(snapshot);
  }

  private long[] allIds() {
    long[] ids = new long[records.size()];
    Arrays.setAll(ids, i -> i);
    return ids;
  }

  private void check(StoreGather gather, long[] ids) throws IOException {
    try (GatherBatch batch = gather.get(ids)) {
      assertEquals(ids.length, batch.size());
      for (int i = 0; i < ids.length; i++) {
        Map<String, byte[]> expected = records.get((int) ids[i]);
        assertEquals(expected == null, batch.isDeleted(i), "record " + ids[i]);
        for (int f = 0; f < fields.size(); f++) {
          String name = fields.get(f).name();
          byte[] value = expected == null ? null : expected.get(name);
          assertEquals(value != null, batch.isPresent(f, i), name + " of record " + ids[i]);
          byte[] found = new byte[batch.length(f, i)];
          batch.value(name, i).get(found);
          assertArrayEquals(value == null ? new byte[0] : value, found, name + " of " + ids[i]);
        }
      }
    }
  }

  /** What a pass over the tables says is live is what is. */
  private static void checkChunks(Snapshot snapshot) throws IOException {
    Manifest manifest = snapshot.manifest();
    var bytes = new TreeMap<String, Long>();
    var values = new TreeMap<String, Long>();
    for (FieldEntry field : manifest.fields()) {
      try (var scan =
          new GroupScan(snapshot.tables(), manifest, List.of(field), 0, manifest.length())) {
        while (scan.next()) {
          for (int i = 0; i < scan.count(); i++) {
            int word = scan.word(0, i);
            if (!StoredWord.isAbsent(word)) {
              String chunk = snapshot.tables().chunkName(scan.places(0).chunk(i));
              bytes.merge(chunk, (long) StoredWord.space(word), Long::sum);
              values.merge(chunk, 1L, Long::sum);
            }
          }
        }
      }
    }
    LiveChunks live = LiveChunks.of(snapshot.tables(), manifest);
    for (LiveChunks.Use use : live.all()) {
      assertEquals(bytes.getOrDefault(use.chunk(), 0L), use.liveBytes(), use.chunk());
      assertEquals(values.getOrDefault(use.chunk(), 0L), use.liveValues(), use.chunk());
      assertTrue(use.liveBytes() <= use.storedBytes(), use.chunk());
    }
    bytes.keySet().forEach(chunk -> assertNotNull(live.get(chunk), chunk));
  }
}
