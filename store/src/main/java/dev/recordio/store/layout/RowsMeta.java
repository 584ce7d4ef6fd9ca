// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.layout;

import dev.recordio.bytes.MalformedRecordException;
import java.util.Arrays;

/**
 * The description of a row table: its planes (the fields of its group, in the order of their values
 * in a record), and its pieces (from where on records lie one after the other in a chunk).
 *
 * <p>Bytes: u32 planes, u32 pieces, u32 chunks, u32 0; for each plane u32 field number, i32 bytes
 * of each value or -1; for each piece u64 number of its first record in the table, u64 offset of
 * that record, i32 chunk or {@link ChunkList#NONE}, u32 0; the chunks.
 */
public final class RowsMeta {
  private static final int HEAD_BYTES = 16;
  private static final int PLANE_BYTES = 8;
  private static final int PIECE_BYTES = 24;
  private static final int BLOCK_HEAD_BYTES = 16;
  private static final int MAX_PLANES = 1 << 16;

  private final boolean fixed;
  private final long count;
  private final int[] fields;
  private final int[] fixedBytes;
  private final Pieces pieces;
  private final ChunkList chunks;
  private final int[] before; // of a fixed record: where the value of a plane begins
  private final int stride;

  /**
   * Creates a description.
   *
   * @param fixed whether places follow from pieces alone
   * @param count how many records the table has
   * @param fields the numbers of the planes' fields
   * @param fixedBytes the bytes of each value of a plane, or -1
   * @param pieces its pieces
   * @param chunks its chunks
   */
  public RowsMeta(
      boolean fixed, long count, int[] fields, int[] fixedBytes, Pieces pieces, ChunkList chunks) {
    this.fixed = fixed;
    this.count = count;
    this.fields = fields;
    this.fixedBytes = fixedBytes;
    this.pieces = pieces;
    this.chunks = chunks;
    before = new int[fields.length];
    int bytes = 0;
    for (int plane = 0; plane < fields.length; plane++) {
      before[plane] = bytes;
      bytes += fixed ? StoredWord.space(fixedBytes[plane]) : 0;
    }
    stride = bytes;
  }

  /** Returns the description's bytes. */
  public byte[] encode() {
    byte[] to =
        new byte
            [HEAD_BYTES
                + PLANE_BYTES * fields.length
                + PIECE_BYTES * pieces.size()
                + ChunkList.ENTRY_BYTES * chunks.size()];
    Words.putInt(to, 0, fields.length);
    Words.putInt(to, 4, pieces.size());
    Words.putInt(to, 8, chunks.size());
    int at = HEAD_BYTES;
    for (int plane = 0; plane < fields.length; plane++) {
      Words.putInt(to, at, fields[plane]);
      Words.putInt(to, at + 4, fixedBytes[plane]);
      at += PLANE_BYTES;
    }
    for (int i = 0; i < pieces.size(); i++) {
      Words.putLong(to, at, pieces.first(i));
      Words.putLong(to, at + 8, pieces.offset(i));
      Words.putInt(to, at + 16, pieces.chunk(i));
      at += PIECE_BYTES;
    }
    chunks.put(to, at);
    return to;
  }

  /**
   * Reads a description.
   *
   * @param fixed whether the table is of the kind {@link TableLayout.Kind#FIXED_ROWS}
   * @param count the number of records, by the footer
   * @param bytes the description
   * @param offset where it begins in the file
   * @throws MalformedRecordException without a file's name when it is invalid
   */
  public static RowsMeta decode(boolean fixed, long count, byte[] bytes, long offset)
      throws MalformedRecordException {
    var in = new MetaReader(bytes, offset);
    int planes = in.nextCount(PLANE_BYTES);
    int pieceCount = in.nextCount(PIECE_BYTES);
    int chunkCount = in.nextCount(ChunkList.ENTRY_BYTES);
    if (in.nextInt() != 0 || planes < 1 || planes > MAX_PLANES) {
      throw in.wrong(0, "1 to " + MAX_PLANES + " planes, and 0 after the numbers", planes);
    }
    if (count > Long.MAX_VALUE / blockBytes(planes, 1)) {
      throw in.wrong(0, "the records of a file", count);
    }
    int[] fields = new int[planes];
    int[] widths = new int[planes];
    for (int plane = 0; plane < planes; plane++) {
      fields[plane] = in.nextInt();
      widths[plane] = in.nextInt();
      if (widths[plane] < (fixed ? 1 : -1) || widths[plane] > StoredWord.MAX_BYTES) {
        throw in.wrong(in.at() - 4, "the bytes of a value", widths[plane]);
      }
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
    return new RowsMeta(fixed, count, fields, widths, pieces, chunks);
  }

  /** Whether places follow from pieces alone. */
  public boolean isFixed() {
    return fixed;
  }

  /** Returns the number of records. */
  public long count() {
    return count;
  }

  /** Returns the number of planes. */
  public int planes() {
    return fields.length;
  }

  /** Returns the number of a plane's field. */
  public int field(int plane) {
    return fields[plane];
  }

  /** Returns the plane of a field; -1 when the table has none. */
  public int planeOf(int field) {
    for (int plane = 0; plane < fields.length; plane++) {
      if (fields[plane] == field) {
        return plane;
      }
    }
    return -1;
  }

  /** Returns the bytes of each value of a plane, or -1. */
  public int fixedBytes(int plane) {
    return fixedBytes[plane];
  }

  /** Returns the pieces. */
  public Pieces pieces() {
    return pieces;
  }

  /** Returns the chunks. */
  public ChunkList chunks() {
    return chunks;
  }

  /** Returns the bytes of a record, checksums included, if all have the same number. */
  public int stride() {
    return stride;
  }

  /** Returns where in a record of fixed values that of a plane begins. */
  public int valueAt(int plane) {
    return before[plane];
  }

  /** Returns the number of blocks. */
  public long blocks() {
    return fixed ? 0 : (count + TableLayout.BLOCK_ENTRIES - 1) / TableLayout.BLOCK_ENTRIES;
  }

  /** Returns where a block begins. */
  public long blockAt(long block) {
    return TableLayout.HEADER_BYTES + block * blockBytes(TableLayout.BLOCK_ENTRIES);
  }

  /** Returns the number of records of a block. */
  public int blockRecords(long block) {
    return (int) Math.min(TableLayout.BLOCK_ENTRIES, count - block * TableLayout.BLOCK_ENTRIES);
  }

  /** Returns the bytes of a block of so many records. */
  public int blockBytes(int records) {
    return blockBytes(fields.length, records);
  }

  static int blockBytes(int planes, int records) {
    return BLOCK_HEAD_BYTES + 4 * planes * records;
  }

  @Override
  public String toString() {
    return count + " records of fields " + Arrays.toString(fields);
  }
}
