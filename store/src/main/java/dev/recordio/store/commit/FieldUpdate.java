// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.fs.gather.IntOrder;
import dev.recordio.store.layout.ChunkList;
import dev.recordio.store.layout.StoredWord;
import dev.recordio.store.manifest.Manifest.DeltaRef;
import dev.recordio.store.manifest.Manifest.FieldEntry;
import dev.recordio.store.manifest.Manifest.RowsRef;
import dev.recordio.store.write.ChunkWriter;
import dev.recordio.store.write.DeltaWriter;
import dev.recordio.store.write.RowTableWriter;
import dev.recordio.store.write.RowsWriter;
import dev.recordio.store.write.StoreWriting;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** New values of one field, in any order of ids. Memory: 24 bytes a value. */
public final class FieldUpdate implements Closeable {
  private final FieldEntry field;
  private final ChunkWriter values;
  private long[] ids = new long[16];
  private long[] offsets = new long[16];
  private int[] chunks = new int[16];
  private int[] words = new int[16];
  private int size;
  private int[] order; // of the values, by ids; known when they are finished

  public FieldUpdate(StoreWriting files, FieldEntry field, long chunkBytes) {
    this.field = field;
    values = new ChunkWriter(files, List.of(field), chunkBytes);
  }

  /** Adds a value. */
  public void add(long id, byte[] bytes, int offset, int length) throws IOException {
    int word = values.add(0, bytes, offset, length);
    long at = values.endRecord();
    add(id, values.chunk(), at, word);
  }

  /** Makes a record have no value of the field. */
  public void addAbsent(long id) {
    add(id, ChunkList.NONE, 0, StoredWord.ABSENT);
  }

  private void add(long id, int chunk, long offset, int word) {
    if (size == ids.length) {
      ids = Arrays.copyOf(ids, 2 * size);
      offsets = Arrays.copyOf(offsets, 2 * size);
      chunks = Arrays.copyOf(chunks, 2 * size);
      words = Arrays.copyOf(words, 2 * size);
    }
    ids[size] = id;
    offsets[size] = offset;
    chunks[size] = chunk;
    words[size] = word;
    size++;
  }

  public FieldEntry field() {
    return field;
  }

  /** Ends the update: closes the last chunk, and sorts what there is by ids. */
  public void finish() throws IOException {
    values.finish();
    order = new IntOrder().sort(size, (a, b) -> Long.compare(ids[a], ids[b]));
    long[] sorted = new long[size];
    for (int i = 0; i < size; i++) {
      sorted[i] = ids[order[i]];
    }
    ids = sorted;
  }

  /** Returns the ids, after {@link #finish}: ascending. */
  public long[] ids() {
    return ids;
  }

  /** Whether the ids are consecutive. */
  boolean isRange() {
    return size > 0 && ids[size - 1] - ids[0] == size - 1;
  }

  /** Writes the values as a delta. */
  DeltaRef writeDelta(StoreWriting files, long length) throws IOException {
    try (var table = DeltaWriter.ofPlaces(files, values.chunks())) {
      for (int i = 0; i < size; i++) {
        table.add(ids[i], chunks[order[i]], offsets[order[i]], words[order[i]]);
      }
      return table.finish(length);
    }
  }

  /** Writes values of consecutive ids as rows. */
  RowsRef writeRows(StoreWriting files) throws IOException {
    List<FieldEntry> group = List.of(field);
    try (var table = new RowTableWriter(files, RowsWriter.numbers(group), values.chunks())) {
      int[] word = new int[1];
      for (int i = 0; i < size; i++) {
        word[0] = words[order[i]];
        table.add(chunks[order[i]], offsets[order[i]], word);
      }
      return table.finish(ids[0]);
    }
  }

  @Override
  public void close() throws IOException {
    values.close();
  }
}
