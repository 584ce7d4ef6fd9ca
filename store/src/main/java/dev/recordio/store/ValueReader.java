// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.gather.Gather;
import dev.recordio.fs.gather.IntOrder;
import dev.recordio.fs.stream.LocalMap;
import dev.recordio.store.GatherBatch.Column;
import dev.recordio.store.layout.StoredWord;
import dev.recordio.store.manifest.Manifest.FieldEntry;
import dev.recordio.store.read.Places;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.read.StoredValues;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Reads values whose places are known into columns, and checks each. Those of a chunk that is in
 * memory are copied once, to where they stay; values of other files come through the {@link
 * Gather}.
 */
final class ValueReader implements Closeable {
  private final List<Places> places;
  private final IdList ids;
  private final Gather gather;
  private final StoredValues stored;

  private int[] requestedId = {}; // of a range of the gather: which id of the list
  private int[] requestedField = {};
  private byte[] compressed = {};
  private long copied;

  /**
   * Creates a reader; opens nothing yet.
   *
   * @param places of each field, the places of its values, by the ids' numbers in the list
   * @param ids the ids to read, as they are at each {@link #read}
   */
  ValueReader(StoreTables tables, List<FieldEntry> fields, List<Places> places, IdList ids) {
    this.places = places;
    this.ids = ids;
    gather = Gather.ofVerified(tables.conf(), tables.chunkPaths());
    stored = new StoredValues(tables, fields, places, i -> ids.ids()[i]);
  }

  /**
   * Reads the values of all ids of the list.
   *
   * @param columns receives them, by field; is reset
   * @param deleted which ids are left out; null: none
   * @throws MalformedRecordException when a value is damaged
   */
  void read(List<Column> columns, boolean[] deleted) throws IOException {
    Column[] to = columns.toArray(Column[]::new);
    Places[] from = places.toArray(Places[]::new);
    for (int f = 0; f < to.length; f++) {
      to[f].expect(from[f].bytes(ids.size()));
    }
    gather.clear();
    int mapped = -1; // the chunk of the map
    LocalMap map = null;
    for (int i = 0; i < ids.size(); i++) {
      for (int f = 0; f < to.length && (deleted == null || !deleted[i]); f++) {
        int word = from[f].word(i);
        if (StoredWord.isAbsent(word)) {
          continue;
        }
        int chunk = from[f].chunk(i);
        if (chunk != mapped) {
          map = gather.map(chunk);
          mapped = chunk;
        }
        if (map == null) {
          request(to, i, f);
        } else {
          copy(map, to[f], f, i);
        }
      }
    }
    take(to);
  }

  private void request(Column[] columns, int i, int f) throws IOException {
    Places from = places.get(f);
    int space = StoredWord.space(from.word(i));
    if (!gather.add(from.chunk(i), from.offset(i), space)) {
      take(columns);
      gather.add(from.chunk(i), from.offset(i), space);
    }
    int range = gather.count() - 1;
    if (range >= requestedId.length) {
      int size = Math.max(1024, 2 * range);
      requestedId = Arrays.copyOf(requestedId, size);
      requestedField = Arrays.copyOf(requestedField, size);
    }
    requestedId[range] = i;
    requestedField[range] = f;
  }

  private void take(Column[] columns) throws IOException {
    gather.fetch();
    for (int range = 0; range < gather.count(); range++) {
      int i = requestedId[range];
      int f = requestedField[range];
      take(columns[f], f, i, gather.bytes(), gather.start(range));
    }
    gather.clear();
  }

  private void take(Column column, int f, int i, byte[] bytes, int at) throws IOException {
    stored.check(f, i, bytes, at);
    int length = stored.length(f, i, bytes, at);
    int to = column.place(ids.position(i, 0), length);
    stored.decode(f, i, bytes, at, column.bytes(), to, length);
    repeat(column, i);
  }

  /** Copies a value, and checks the copy: it is still in the processor's cache. */
  private void copy(LocalMap map, Column column, int f, int i) throws IOException {
    Places from = places.get(f);
    int space = StoredWord.space(from.word(i));
    if (from.offset(i) + space > map.length()) {
      throw stored.damaged(f, i, 0, space + " bytes", "a file of " + map.length());
    }
    copied += space;
    if (!stored.isPlain(f, i)) {
      if (compressed.length < space) {
        compressed = new byte[Math.max(space, Math.min(2 * compressed.length, 1 << 20))];
      }
      map.read(from.offset(i), compressed, 0, space);
      take(column, f, i, compressed, 0);
      return;
    }
    int length = stored.length(f, i, compressed, 0);
    int to = column.place(ids.position(i, 0), length);
    map.read(from.offset(i), column.bytes(), to, length);
    stored.check(f, i, column.bytes(), to, map.littleEndianInt(from.offset(i) + length));
    repeat(column, i);
  }

  private void repeat(Column column, int i) {
    for (int k = 1; k < ids.count(i); k++) {
      column.repeat(ids.position(i, k), ids.position(i, 0));
    }
  }

  /** Returns the bytes read so far, gaps included. */
  long bytesRead() {
    return copied + gather.bytesRead();
  }

  @Override
  public void close() throws IOException {
    gather.close();
  }

  /** Requested ids, sorted, each once, with the positions in the request that ask for it. */
  static final class IdList {
    private final IntOrder sorting = new IntOrder();

    private long[] ids = {};
    private int[] starts = {}; // where the positions of an id begin
    private int[] positions = {};
    private long[] keys = {}; // of the sort
    private int size;

    /**
     * Takes a request.
     *
     * @param requested ids, none below 0
     */
    void set(long[] requested) {
      int n = requested.length;
      if (ids.length < n) {
        ids = new long[n];
        starts = new int[n + 1];
      }
      if (starts.length == 0) {
        starts = new int[1];
      }
      positions = order(requested);
      size = 0;
      for (int i = 0; i < n; i++) {
        long id = requested[positions[i]];
        if (size == 0 || ids[size - 1] != id) {
          ids[size] = id;
          starts[size++] = i;
        }
      }
      starts[size] = n;
    }

    private int[] order(long[] requested) {
      int n = requested.length;
      long most = 0;
      boolean ascending = true;
      for (int i = 0; i < n; i++) {
        most = Math.max(most, requested[i]);
        ascending &= i == 0 || requested[i - 1] <= requested[i];
      }
      if (ascending) {
        return sorting.unchanged(n);
      }
      int bits = IntOrder.bits(n);
      if (IntOrder.bits(most) + bits >= Long.SIZE) {
        return sorting.sort(n, (a, b) -> Long.compare(requested[a], requested[b]));
      }
      if (keys.length < n) {
        keys = new long[n];
      }
      for (int i = 0; i < n; i++) {
        keys[i] = requested[i] << bits | i;
      }
      return sorting.sort(n, keys, bits);
    }

    /** Returns the number of different ids. */
    int size() {
      return size;
    }

    /** Returns the array with the different ids, ascending; it may be longer. */
    long[] ids() {
      return ids;
    }

    /** Returns how many positions ask for id {@code i} of them. */
    int count(int i) {
      return starts[i + 1] - starts[i];
    }

    /** Returns the k-th of these positions. */
    int position(int i, int k) {
      return positions[starts[i] + k];
    }
  }
}
