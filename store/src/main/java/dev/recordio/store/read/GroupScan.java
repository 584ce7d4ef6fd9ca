// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.read;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.gather.Gather;
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

  /** Takes a stored value. */
  @FunctionalInterface
  public interface Stored {
    /**
     * Takes a value.
     *
     * @param bytes the stored bytes begin at {@code at}; the checksum comes after them
     * @param word its {@link StoredWord}; absent: there is none
     */
    void take(int id, int field, byte[] bytes, int at, int word) throws IOException;

    /** Whether values of a chunk are read; values of others are not passed. */
    default boolean reads(int chunk) {
      return true;
    }

    /** Decides what happens to the rest when some values cannot be read, or one is damaged. */
    default void failed(IOException e) throws IOException {
      throw e;
    }
  }

  private final Manifest manifest;
  private final List<FieldEntry> fields;
  private final PlaceLookup lookup;
  private final Gather gather;
  private final ValueDecoder decoder;
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
    gather = new Gather(tables.conf(), tables.chunkPaths());
    fields.forEach(field -> places.add(new Places()));
    decoder = new ValueDecoder(tables, fields, places, this::id);
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
    return true;
  }

  /** Returns the number of ids of the batch. */
  public int count() {
    return count;
  }

  /** Returns an id of the batch. */
  public long id(int i) {
    return ids[i];
  }

  /** Whether a record of the batch is deleted: its values are not live. */
  public boolean isDeleted(int i) {
    return deleted[i];
  }

  /** Returns the word of a value; absent when its record is deleted. */
  public int word(int field, int i) {
    return deleted[i] ? StoredWord.ABSENT : places.get(field).word(i);
  }

  /** Returns the places of a field's values. */
  public Places places(int field) {
    return places.get(field);
  }

  /** Returns what checks, and decodes, the values of the batch. */
  public ValueDecoder decoder() {
    return decoder;
  }

  /**
   * Reads the live values of the batch, and checks their checksums. Passes all values, also those
   * that are absent.
   */
  public void read(Stored stored) throws IOException {
    int passed = 0; // of count * fields
    int all = count * fields.size();
    while (passed < all) {
      gather.clear();
      int end = passed;
      while (end < all && request(end, stored)) {
        end++;
      }
      try {
        gather.fetch();
        pass(passed, end, stored);
      } catch (IOException e) {
        stored.failed(e);
      }
      passed = end;
    }
  }

  private void pass(int from, int to, Stored stored) throws IOException {
    int range = 0;
    for (int value = from; value < to; value++) {
      int i = value / fields.size();
      int f = value % fields.size();
      int word = word(f, i);
      if (StoredWord.isAbsent(word)) {
        stored.take(i, f, gather.bytes(), 0, word);
      } else if (stored.reads(places.get(f).chunk(i))) {
        int at = gather.start(range++);
        try {
          decoder.check(f, i, gather.bytes(), at);
          stored.take(i, f, gather.bytes(), at, word);
        } catch (MalformedRecordException e) {
          stored.failed(e);
        }
      }
    }
  }

  private boolean request(int value, Stored stored) {
    int i = value / fields.size();
    int f = value % fields.size();
    int word = word(f, i);
    int chunk = places.get(f).chunk(i);
    return StoredWord.isAbsent(word)
        || !stored.reads(chunk)
        || gather.add(chunk, places.get(f).offset(i), StoredWord.space(word));
  }

  @Override
  public void close() throws IOException {
    try (lookup) {
      gather.close();
    }
  }
}
