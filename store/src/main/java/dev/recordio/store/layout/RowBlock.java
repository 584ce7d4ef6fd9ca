// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.layout;

import dev.recordio.bytes.MalformedRecordException;

/**
 * A block of a row table: up to 1024 records, with a word for each value.
 *
 * <p>Bytes: u64 offset and i32 chunk of the first record; u32 CRC32C of all other bytes of the
 * block; then, plane by plane, a u32 word a record. A record begins where the one before it ends,
 * or where a piece of the table begins with it.
 */
public final class RowBlock {
  private static final int CHECKSUM_AT = 12;
  private static final int WORDS_AT = 16;

  /** Records between two of which the place is kept; those between are summed up to. */
  private static final int STEP = 32;

  private final int records;
  private final int planes;
  private final int[] words; // plane by plane
  private final int step;
  private final long[] offsets; // of every step-th record
  private final int[] chunks; // of these; null: all are in the first one's
  private final int firstChunk;

  private RowBlock(
      int records,
      int planes,
      int[] words,
      int step,
      long[] offsets,
      int[] chunks,
      int firstChunk) {
    this.records = records;
    this.planes = planes;
    this.words = words;
    this.step = step;
    this.offsets = offsets;
    this.chunks = chunks;
    this.firstChunk = firstChunk;
  }

  /**
   * Writes a block.
   *
   * @param words the words, plane by plane, {@code records} of each
   */
  public static void encode(
      byte[] to, int at, long offset, int chunk, int planes, int records, int[][] words) {
    Words.putLong(to, at, offset);
    Words.putInt(to, at + 8, chunk);
    int next = at + WORDS_AT;
    for (int plane = 0; plane < planes; plane++) {
      for (int i = 0; i < records; i++) {
        Words.putInt(to, next, words[plane][i]);
        next += 4;
      }
    }
    Words.putInt(to, at + CHECKSUM_AT, checksum(to, at, next - at));
  }

  private static int checksum(byte[] bytes, int at, int length) {
    var crc = new java.util.zip.CRC32C();
    crc.update(bytes, at, CHECKSUM_AT);
    crc.update(bytes, at + WORDS_AT, length - WORDS_AT);
    return (int) crc.getValue();
  }

  /**
   * Reads a block.
   *
   * @param meta the table's description
   * @param block the block's number
   * @throws MalformedRecordException without a file's name when it is damaged
   */
  public static RowBlock decode(RowsMeta meta, long block, byte[] from, int at)
      throws MalformedRecordException {
    int records = meta.blockRecords(block);
    int planes = meta.planes();
    int length = meta.blockBytes(records);
    if (Words.getInt(from, at + CHECKSUM_AT) != checksum(from, at, length)) {
      throw Frame.wrongBlock(
          meta.blockAt(block), "the CRC32C of the block", Words.getInt(from, at + CHECKSUM_AT));
    }
    int[] words = new int[planes * records];
    for (int i = 0; i < words.length; i++) {
      words[i] = Words.getInt(from, at + WORDS_AT + 4 * i);
      if (!StoredWord.isValid(words[i])) {
        throw Frame.wrongBlock(meta.blockAt(block), "a stored length", words[i]);
      }
    }
    int chunk = Words.getInt(from, at + 8);
    if (chunk < ChunkList.NONE || chunk >= meta.chunks().size()) {
      throw Frame.wrongBlock(
          meta.blockAt(block), "one of " + meta.chunks().size() + " chunks", chunk);
    }
    return places(meta, block, Words.getLong(from, at), chunk, words);
  }

  private static RowBlock places(RowsMeta meta, long block, long offset, int chunk, int[] words) {
    int records = meta.blockRecords(block);
    long first = block * TableLayout.BLOCK_ENTRIES;
    Pieces pieces = meta.pieces();
    int piece = pieces.of(first) + 1; // the next one
    boolean whole = piece == pieces.size() || pieces.first(piece) >= first + records;
    int step = whole ? STEP : 1;
    long[] offsets = new long[(records + step - 1) / step];
    int[] chunks = whole ? null : new int[records];
    long at = offset;
    int in = chunk;
    for (int i = 0; i < records; i++) {
      if (piece < pieces.size() && pieces.first(piece) == first + i) {
        at = pieces.offset(piece);
        in = pieces.chunk(piece);
        piece++;
      }
      if (i % step == 0) {
        offsets[i / step] = at;
      }
      if (chunks != null) {
        chunks[i] = in;
      }
      for (int plane = 0; plane < meta.planes(); plane++) {
        at += StoredWord.space(words[plane * records + i]);
      }
    }
    return new RowBlock(records, meta.planes(), words, step, offsets, chunks, chunk);
  }

  /** Returns the word of a value. */
  public int word(int plane, int record) {
    return words[plane * records + record];
  }

  /** Returns the number, in the table, of the chunk of a record. */
  public int chunk(int record) {
    return chunks == null ? firstChunk : chunks[record];
  }

  /** Returns where a value begins in its chunk. */
  public long offset(int plane, int record) {
    int mark = record / step;
    long at = offsets[mark];
    for (int i = mark * step; i < record; i++) {
      for (int word = i; word < words.length; word += records) {
        at += StoredWord.space(words[word]);
      }
    }
    for (int before = 0; before < plane; before++) {
      at += StoredWord.space(words[before * records + record]);
    }
    return at;
  }

  /** Returns the number of records. */
  public int records() {
    return records;
  }

  /** Returns the number of planes. */
  public int planes() {
    return planes;
  }

  /** Returns the bytes that it takes in memory, about. */
  public int weight() {
    return 4 * words.length + 8 * offsets.length + (chunks == null ? 0 : 4 * chunks.length) + 96;
  }
}
