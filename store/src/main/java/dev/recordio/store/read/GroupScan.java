// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.read;

import dev.recordio.store.layout.ChunkList;
import dev.recordio.store.layout.StoredWord;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Manifest.FieldEntry;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Steps through a range of ids of one group, batch by batch, with the places of the values that are
 * live; reads their stored bytes on request.
 */
public final class GroupScan implements Closeable {
  private static final int BATCH = 4096;

  private final Manifest manifest;
  private final List<FieldEntry> fields;
  private final PlaceLookup lookup;
  private final StoredValues values;
  private final List<Places> places = new ArrayList<>();
  private final long[] ids = new long[BATCH];
  private final boolean[] deleted = new boolean[BATCH];
  private final long to;
  private long next;
  private int count;

  /**
   * Creates a scan; nothing is read yet.
   *
   * @param fields fields of one group
   * @param from the first id
   * @param to the one after the last
   */
  public GroupScan(
      StoreTables tables, Manifest manifest, List<FieldEntry> fields, long from, long to) {
    this.manifest = manifest;
    this.fields = fields;
    this.to = to;
    next = from;
    lookup = new PlaceLookup(tables);
    fields.forEach(field -> places.add(new Places()));
    values = new StoredValues(tables, fields, places, this::id);
  }

  /** Steps to the next batch of ids; false after the last one. */
  public boolean next() throws IOException {
    count = (int) Math.min(BATCH, to - next);
    if (count <= 0) {
      return false;
    }
    for (int i = 0; i < count; i++) {
      ids[i] = next++;
    }
    lookup.deletions(manifest, ids, count, deleted);
    lookup.find(manifest, fields, ids, count, places);
    for (int i = 0; i < count; i++) {
      for (int f = 0; deleted[i] && f < places.size(); f++) {
        places.get(f).set(i, ChunkList.NONE, 0, StoredWord.ABSENT);
      }
    }
    return true;
  }

  /** Returns the number of ids of the batch. */
  public int count() {
    return count;
  }

  public long id(int i) {
    return ids[i];
  }

  /** Whether a record of the batch is deleted: its values are not live. */
  public boolean isDeleted(int i) {
    return deleted[i];
  }

  /** Returns the word of a value; absent when its record is deleted. */
  public int word(int field, int i) {
    return places.get(field).word(i);
  }

  /** Returns the places of a field's values. */
  public Places places(int field) {
    return places.get(field);
  }

  /** Returns what checks, and decodes, the values of the batch. */
  public StoredValues values() {
    return values;
  }

  /** Reads the live values of the batch, and passes all values, also those that are absent. */
  public void read(StoredValues.Taker taker) throws IOException {
    values.read(count, taker);
  }

  @Override
  public void close() throws IOException {
    try (lookup) {
      values.close();
    }
  }
}
