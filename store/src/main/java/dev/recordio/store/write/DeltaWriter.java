// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.write;

import dev.recordio.store.layout.ChunkList;
import dev.recordio.store.layout.DeltaBlock;
import dev.recordio.store.layout.DeltaMeta;
import dev.recordio.store.layout.StoredWord;
import dev.recordio.store.layout.TableLayout;
import dev.recordio.store.manifest.Manifest.DeltaRef;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;

/** Writes a delta table, or one of deleted ids, entry by entry in the order of the ids. */
public final class DeltaWriter implements Closeable {
  private final boolean places;
  private final TableFile table;
  private final ChunkList chunks;
  private final byte[] block;
  private long[] firstIds = new long[4];
  private int blocks;
  private int inBlock;
  private long count;
  private long first;
  private long last = -1;

  private DeltaWriter(StoreWriting files, boolean places, ChunkList chunks) {
    this.places = places;
    this.chunks = chunks;
    table = new TableFile(files, places ? TableLayout.Kind.DELTA : TableLayout.Kind.DELETIONS);
    block = new byte[DeltaBlock.bytes(places, TableLayout.BLOCK_ENTRIES)];
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
    DeltaBlock.put(block, 0, inBlock, id);
    end();
  }

  /** Adds the place of a value; chunk and offset of an absent one do not matter. */
  public void add(long id, int chunk, long offset, int word) throws IOException {
    begin(id);
    boolean absent = StoredWord.isAbsent(word);
    DeltaBlock.put(
        block, 0, inBlock, id, absent ? 0 : offset, absent ? ChunkList.NONE : chunk, word);
    end();
  }

  private void begin(long id) {
    if (id <= last) {
      throw new IllegalArgumentException("id " + id + " after " + last);
    }
    if (inBlock == 0) {
      if (blocks == firstIds.length) {
        firstIds = Arrays.copyOf(firstIds, 2 * blocks);
      }
      firstIds[blocks++] = id;
    }
    first = count == 0 ? id : first;
    last = id;
  }

  private void end() throws IOException {
    count++;
    if (++inBlock == TableLayout.BLOCK_ENTRIES) {
      flush();
    }
  }

  private void flush() throws IOException {
    DeltaBlock.finish(block, 0, places, inBlock);
    table.block(block, DeltaBlock.bytes(places, inBlock));
    inBlock = 0;
  }

  /**
   * Ends the table, after all chunks are closed.
   *
   * @param length the number of records of the store
   * @return the table; null when it has no entries
   */
  public DeltaRef finish(long length) throws IOException {
    if (count == 0) {
      return null;
    }
    if (inBlock > 0) {
      flush();
    }
    var meta = new DeltaMeta(places, count, Arrays.copyOf(firstIds, blocks), chunks);
    table.finish(meta.encode(), count);
    return new DeltaRef(table.name(), table.length(), count, first, last, length);
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}
