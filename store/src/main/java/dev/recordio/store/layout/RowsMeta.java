// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.layout;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.store.layout.TableMeta.Reader;
import java.util.Arrays;

/**
 * The description of a row table: the fields of its group, in the order of their values in a
 * record, and its pieces (from where on records lie one after the other in a chunk).
 *
 * <p>Bytes: u32 fields, u32 pieces, u32 chunks, u32 0; for each field u32 its number; for each
 * piece u64 number of its first record in the table, u64 offset of that record, i32 chunk or {@link
 * ChunkList#NONE}, u32 0; the chunks.
 *
 * @param count how many records the table has
 * @param numbers the numbers of the fields
 * @param pieces its pieces
 * @param chunks its chunks
 */
public record RowsMeta(long count, int[] numbers, Pieces pieces, ChunkList chunks)
    implements TableMeta {
  private static final int HEAD_BYTES = 16;
  private static final int FIELD_BYTES = 4;
  private static final int PIECE_BYTES = 24;
  private static final int MAX_FIELDS = 1 << 16;

  @Override
  public byte[] encode() {
    byte[] to =
        new byte
            [HEAD_BYTES
                + FIELD_BYTES * numbers.length
                + PIECE_BYTES * pieces.size()
                + ChunkList.ENTRY_BYTES * chunks.size()];
    LittleEndian.putInt(to, 0, numbers.length);
    LittleEndian.putInt(to, 4, pieces.size());
    LittleEndian.putInt(to, 8, chunks.size());
    int at = HEAD_BYTES;
    for (int field : numbers) {
      LittleEndian.putInt(to, at, field);
      at += FIELD_BYTES;
    }
    for (int i = 0; i < pieces.size(); i++) {
      LittleEndian.putLong(to, at, pieces.first(i));
      LittleEndian.putLong(to, at + 8, pieces.offset(i));
      LittleEndian.putInt(to, at + 16, pieces.chunk(i));
      at += PIECE_BYTES;
    }
    chunks.put(to, at);
    return to;
  }

  /**
   * Reads a description.
   *
   * @param count the number of records, by the footer
   * @param bytes the description
   * @param offset where it begins in the file
   * @throws MalformedRecordException without a file's name when it is invalid
   */
  public static RowsMeta decode(long count, byte[] bytes, long offset)
      throws MalformedRecordException {
    var in = new Reader(bytes, offset);
    int[] fields = new int[in.nextCount(FIELD_BYTES)];
    int pieceCount = in.nextCount(PIECE_BYTES);
    int chunkCount = in.nextCount(ChunkList.ENTRY_BYTES);
    if (in.nextInt() != 0 || fields.length < 1 || fields.length > MAX_FIELDS) {
      throw in.wrong(0, "1 to " + MAX_FIELDS + " fields, and 0 after the numbers", fields.length);
    }
    if (count > Long.MAX_VALUE / RowBlock.bytes(fields.length, 1)) {
      throw in.wrong(0, "the records of a file", count);
    }
    for (int i = 0; i < fields.length; i++) {
      fields[i] = in.nextInt();
    }
    var pieces = new Pieces();
    for (int i = 0; i < pieceCount; i++) {
      long first = in.nextLong();
      long at = in.nextLong();
      int chunk = in.nextInt();
      boolean inOrder = i == 0 ? first == 0 : first > pieces.first(i - 1) && first < count;
      if (!inOrder
          || at < 0
          || chunk < ChunkList.NONE
          || chunk >= chunkCount
          || in.nextInt() != 0) {
        throw in.wrong(in.at() - PIECE_BYTES, "a piece after the one before it", first);
      }
      pieces.add(first, at, chunk);
    }
    if (pieceCount == 0 && count > 0) {
      throw in.wrong(4, "at least 1 piece", 0);
    }
    var chunks = ChunkList.of(bytes, in.skip(chunkCount * ChunkList.ENTRY_BYTES), chunkCount);
    in.end();
    return new RowsMeta(count, fields, pieces, chunks);
  }

  /** Returns the number of fields. */
  public int fields() {
    return numbers.length;
  }

  /** Returns which of the fields has a number; -1 when the table has no such field. */
  public int indexOf(int number) {
    for (int i = 0; i < numbers.length; i++) {
      if (numbers[i] == number) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public long blocks() {
    return (count + TableLayout.BLOCK_ENTRIES - 1) / TableLayout.BLOCK_ENTRIES;
  }

  @Override
  public long blockAt(long block) {
    return TableLayout.HEADER_BYTES
        + block * RowBlock.bytes(numbers.length, TableLayout.BLOCK_ENTRIES);
  }

  public int blockRecords(long block) {
    return (int) Math.min(TableLayout.BLOCK_ENTRIES, count - block * TableLayout.BLOCK_ENTRIES);
  }

  @Override
  public int blockBytes(long block) {
    return RowBlock.bytes(numbers.length, blockRecords(block));
  }

  @Override
  public RowBlock block(long block, byte[] from, int at) throws MalformedRecordException {
    return RowBlock.decode(this, block, from, at);
  }

  /** From where on the records of a row table lie one after the other in a chunk. */
  public static final class Pieces {
    private long[] first = new long[4];
    private long[] offset = new long[4];
    private int[] chunk = new int[4];
    private int size;

    /**
     * Adds a piece after the others.
     *
     * @param firstRecord the number of its first record in the table
     * @param at where that begins in the chunk
     * @param number the chunk's number in the table, or {@link ChunkList#NONE}
     */
    public void add(long firstRecord, long at, int number) {
      if (size == first.length) {
        first = Arrays.copyOf(first, 2 * size);
        offset = Arrays.copyOf(offset, 2 * size);
        chunk = Arrays.copyOf(chunk, 2 * size);
      }
      first[size] = firstRecord;
      offset[size] = at;
      chunk[size] = number;
      size++;
    }

    public int size() {
      return size;
    }

    /** Returns the number of a piece's first record in the table. */
    public long first(int piece) {
      return first[piece];
    }

    /** Returns where a piece's first record begins in its chunk. */
    public long offset(int piece) {
      return offset[piece];
    }

    /** Returns the number of a piece's chunk in the table, or {@link ChunkList#NONE}. */
    public int chunk(int piece) {
      return chunk[piece];
    }

    /** Returns the piece of a record; -1 when there is none. */
    public int of(long record) {
      int found = Arrays.binarySearch(first, 0, size, record);
      return found >= 0 ? found : -found - 2;
    }
  }
}
