// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.layout;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.store.layout.TableLayout.Frame;
import java.util.Arrays;

/**
 * A block of a delta table: up to 1024 ascending ids, with the place of a value each; or of one of
 * deleted ids, which have no places.
 *
 * <p>Bytes: u32 ids, u32 CRC32C of all other bytes of the block; for each id u64 id and, with
 * places, u64 offset, i32 chunk, u32 word.
 */
public final class DeltaBlock implements TableMeta.Block {
  private static final int HEAD_BYTES = 8;
  private static final int ENTRY_BYTES = 24;
  private static final int ID_BYTES = 8;

  private final long[] ids;
  private final long[] offsets;
  private final int[] chunks;
  private final int[] words;

  private DeltaBlock(long[] ids, long[] offsets, int[] chunks, int[] words) {
    this.ids = ids;
    this.offsets = offsets;
    this.chunks = chunks;
    this.words = words;
  }

  public static int bytes(boolean places, int count) {
    return HEAD_BYTES + count * (places ? ENTRY_BYTES : ID_BYTES);
  }

  /** Writes the entry {@code i} of a block that begins at {@code at}. */
  public static void put(byte[] to, int at, int i, long id, long offset, int chunk, int word) {
    int entry = at + HEAD_BYTES + i * ENTRY_BYTES;
    LittleEndian.putLong(to, entry, id);
    LittleEndian.putLong(to, entry + 8, offset);
    LittleEndian.putInt(to, entry + 16, chunk);
    LittleEndian.putInt(to, entry + 20, word);
  }

  /** Writes the id {@code i} of a block of deleted ids that begins at {@code at}. */
  public static void put(byte[] to, int at, int i, long id) {
    LittleEndian.putLong(to, at + HEAD_BYTES + i * ID_BYTES, id);
  }

  /** Writes the head of a block, after its entries. */
  public static void finish(byte[] to, int at, boolean places, int count) {
    LittleEndian.putInt(to, at, count);
    LittleEndian.putInt(to, at + 4, Frame.checksum(to, at, bytes(places, count), 4));
  }

  /**
   * Reads a block.
   *
   * @param meta the table's description
   * @param block the block's number
   * @throws MalformedRecordException without a file's name when it is damaged
   */
  public static DeltaBlock decode(DeltaMeta meta, long block, byte[] from, int at)
      throws MalformedRecordException {
    int count = meta.blockIds(block);
    boolean places = meta.hasPlaces();
    if (LittleEndian.getInt(from, at) != count
        || LittleEndian.getInt(from, at + 4) != Frame.checksum(from, at, bytes(places, count), 4)) {
      throw Frame.wrongBlock(
          meta.blockAt(block), count + " ids with their CRC32C", LittleEndian.getInt(from, at + 4));
    }
    long[] ids = new long[count];
    long[] offsets = new long[places ? count : 0];
    int[] chunks = new int[places ? count : 0];
    int[] words = new int[places ? count : 0];
    for (int i = 0; i < count; i++) {
      int entry = at + HEAD_BYTES + i * (places ? ENTRY_BYTES : ID_BYTES);
      ids[i] = LittleEndian.getLong(from, entry);
      if (ids[i] < 0 || i > 0 && ids[i] <= ids[i - 1]) {
        throw Frame.wrongBlock(meta.blockAt(block), "ids in ascending order", (int) ids[i]);
      }
      if (places) {
        offsets[i] = LittleEndian.getLong(from, entry + 8);
        chunks[i] = LittleEndian.getInt(from, entry + 16);
        words[i] = LittleEndian.getInt(from, entry + 20);
        boolean known = chunks[i] >= 0 && chunks[i] < meta.chunks().size();
        if (!StoredWord.isValid(words[i]) || !known && !StoredWord.isAbsent(words[i])) {
          throw Frame.wrongBlock(
              meta.blockAt(block), "one of " + meta.chunks().size() + " chunks", chunks[i]);
        }
      }
    }
    return new DeltaBlock(ids, offsets, chunks, words);
  }

  /** Returns the number of ids. */
  public int size() {
    return ids.length;
  }

  /** Returns where an id is in the block; negative when it is not there. */
  public int find(long id) {
    return Arrays.binarySearch(ids, id);
  }

  public long id(int i) {
    return ids[i];
  }

  /** Returns where the value of an id begins. */
  public long offset(int i) {
    return offsets[i];
  }

  /** Returns the number, in the table, of its chunk. */
  public int chunk(int i) {
    return chunks[i];
  }

  public int word(int i) {
    return words[i];
  }

  @Override
  public int weight() {
    return 8 * ids.length + 16 * offsets.length + 112;
  }
}
