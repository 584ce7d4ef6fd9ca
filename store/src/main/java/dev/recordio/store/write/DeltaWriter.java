// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.write;

import dev.recordio.store.layout.ChunkList;
import dev.recordio.store.layout.DeltaBlock;
import dev.recordio.store.layout.DeltaMeta;
import dev.recordio.store.layout.StoredWord;
import dev.recordio.store.layout.TableLayout;
import dev.recordio.store.manifest.Manifest.DeltaRef;
import java.io.IOException;
import java.util.Arrays;

/** Writes a delta table, or one of deleted ids, entry by entry in the order of the ids. */
public final class DeltaWriter extends TableWriter {
  private final boolean places;
  private long[] firstIds = new long[4];
  private int blocks;
  private long first;
  private long last = -1;

  private DeltaWriter(StoreWriting files, boolean places, ChunkList chunks) {
    super(
        files,
        places ? TableLayout.Kind.DELTA : TableLayout.Kind.DELETIONS,
        chunks,
        DeltaBlock.bytes(places, TableLayout.BLOCK_ENTRIES));
    this.places = places;
  }

  /**
   * Creates a writer of places.
   *
   * @param chunks the chunks, by the numbers that places are given with
   */
  public static DeltaWriter ofPlaces(StoreWriting files, ChunkList chunks) {
    return new DeltaWriter(files, true, chunks);
  }

  /** Creates a writer of deleted ids. */
  public static DeltaWriter ofDeletions(StoreWriting files) {
    return new DeltaWriter(files, false, new ChunkList());
  }

  /** Adds a deleted id. */
  public void add(long id) throws IOException {
    begin(id);
    DeltaBlock.put(block, 0, inBlock(), id);
    endEntry();
  }

  /** Adds the place of a value; chunk and offset of an absent one do not matter. */
  public void add(long id, int chunk, long offset, int word) throws IOException {
    begin(id);
    boolean absent = StoredWord.isAbsent(word);
    DeltaBlock.put(
        block, 0, inBlock(), id, absent ? 0 : offset, absent ? ChunkList.NONE : chunk, word);
    endEntry();
  }

  private void begin(long id) {
    if (id <= last) {
      throw new IllegalArgumentException("id " + id + " after " + last);
    }
    if (inBlock() == 0) {
      if (blocks == firstIds.length) {
        firstIds = Arrays.copyOf(firstIds, 2 * blocks);
      }
      firstIds[blocks++] = id;
    }
    first = count() == 0 ? id : first;
    last = id;
  }

  @Override
  int finishBlock(int entries) {
    DeltaBlock.finish(block, 0, places, entries);
    return DeltaBlock.bytes(places, entries);
  }

  /**
   * Ends the table, after all chunks are closed.
   *
   * @param length the number of records of the store
   * @return the table; null when it has no entries
   */
  public DeltaRef finish(long length) throws IOException {
    if (count() == 0) {
      return null;
    }
    finish(new DeltaMeta(places, count(), Arrays.copyOf(firstIds, blocks), chunks));
    return new DeltaRef(name, length(), count(), first, last, length);
  }
}
