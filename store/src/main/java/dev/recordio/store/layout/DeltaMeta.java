// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.layout;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.store.layout.TableMeta.Reader;
import java.util.Arrays;

/**
 * The description of a delta table, or of one of deleted ids: the first ids of its blocks, and its
 * chunks.
 *
 * <p>Bytes: u32 blocks, u32 chunks; for each block u64 its first id; the chunks.
 *
 * @param hasPlaces whether ids have places; else they are deleted
 * @param count how many ids there are
 * @param firstIds the first id of each block
 * @param chunks its chunks
 */
public record DeltaMeta(boolean hasPlaces, long count, long[] firstIds, ChunkList chunks)
    implements TableMeta {
  @Override
  public byte[] encode() {
    byte[] to = new byte[8 + 8 * firstIds.length + ChunkList.ENTRY_BYTES * chunks.size()];
    LittleEndian.putInt(to, 0, firstIds.length);
    LittleEndian.putInt(to, 4, chunks.size());
    for (int i = 0; i < firstIds.length; i++) {
      LittleEndian.putLong(to, 8 + 8 * i, firstIds[i]);
    }
    chunks.put(to, 8 + 8 * firstIds.length);
    return to;
  }

  /**
   * Reads a description.
   *
   * @param places whether the table is of the kind {@link TableLayout.Kind#DELTA}
   * @param count the number of ids, by the footer
   * @param bytes the description
   * @param offset where it begins in the file
   * @throws MalformedRecordException without a file's name when it is invalid
   */
  public static DeltaMeta decode(boolean places, long count, byte[] bytes, long offset)
      throws MalformedRecordException {
    var in = new Reader(bytes, offset);
    int blocks = in.nextCount(8);
    int chunkCount = in.nextCount(ChunkList.ENTRY_BYTES);
    long needed = (count + TableLayout.BLOCK_ENTRIES - 1) / TableLayout.BLOCK_ENTRIES;
    if (blocks != needed) {
      throw in.wrong(0, needed + " blocks of " + count + " ids", blocks);
    }
    long[] firstIds = new long[blocks];
    for (int i = 0; i < blocks; i++) {
      firstIds[i] = in.nextLong();
      if (firstIds[i] < 0 || i > 0 && firstIds[i] <= firstIds[i - 1]) {
        throw in.wrong(in.at() - 8, "ids in ascending order", firstIds[i]);
      }
    }
    var chunks = ChunkList.of(bytes, in.skip(chunkCount * ChunkList.ENTRY_BYTES), chunkCount);
    in.end();
    return new DeltaMeta(places, count, firstIds, chunks);
  }

  @Override
  public long blocks() {
    return firstIds.length;
  }

  /** Returns the block that has an id, if any has it; -1 before the first one. */
  public int blockOf(long id) {
    int found = Arrays.binarySearch(firstIds, id);
    return found >= 0 ? found : -found - 2;
  }

  @Override
  public long blockAt(long block) {
    return TableLayout.HEADER_BYTES
        + block * DeltaBlock.bytes(hasPlaces, TableLayout.BLOCK_ENTRIES);
  }

  public int blockIds(long block) {
    return (int) Math.min(TableLayout.BLOCK_ENTRIES, count - block * TableLayout.BLOCK_ENTRIES);
  }

  @Override
  public int blockBytes(long block) {
    return DeltaBlock.bytes(hasPlaces, blockIds(block));
  }

  @Override
  public DeltaBlock block(long block, byte[] from, int at) throws MalformedRecordException {
    return DeltaBlock.decode(this, block, from, at);
  }
}
