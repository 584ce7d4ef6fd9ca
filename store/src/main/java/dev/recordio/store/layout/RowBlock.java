// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.layout;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.store.layout.RowsMeta.Pieces;
import dev.recordio.store.layout.TableLayout.Frame;

/**
 * A block of a row table: up to 1024 records, with a word for each value.
 *
 * <p>Bytes: u64 offset of the first record in its chunk; u32 CRC32C of all other bytes of the
 * block; then, record by record, a u32 word a field. A record begins where the one before it ends,
 * or where a piece of the table begins with it.
 */
public final class RowBlock implements TableMeta.Block {
  private static final int CHECKSUM_AT = 8;
  private static final int WORDS_AT = 12;

  private final int fields;
  private final int[] words; // record by record
  private final long[] offsets; // of records
  private final int[] chunks; // of records

  private RowBlock(int fields, int[] words, long[] offsets, int[] chunks) {
    this.fields = fields;
    this.words = words;
    this.offsets = offsets;
    this.chunks = chunks;
  }

  public static int bytes(int fields, int records) {
    return WORDS_AT + 4 * fields * records;
  }

  /** Writes the words of record {@code i} of a block that begins at {@code at}. */
  public static void put(byte[] to, int at, int i, int[] words) {
    int next = at + WORDS_AT + 4 * i * words.length;
    for (int word : words) {
      LittleEndian.putInt(to, next, word);
      next += 4;
    }
  }

  /** Writes the head of a block, after its records. */
  public static void finish(byte[] to, int at, long offset, int fields, int records) {
    LittleEndian.putLong(to, at, offset);
    LittleEndian.putInt(
        to, at + CHECKSUM_AT, Frame.checksum(to, at, bytes(fields, records), CHECKSUM_AT));
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
    if (LittleEndian.getInt(from, at + CHECKSUM_AT)
        != Frame.checksum(from, at, meta.blockBytes(block), CHECKSUM_AT)) {
      throw Frame.wrongBlock(
          meta.blockAt(block),
          "the CRC32C of the block",
          LittleEndian.getInt(from, at + CHECKSUM_AT));
    }
    int[] words = new int[meta.fields() * records];
    for (int i = 0; i < words.length; i++) {
      words[i] = LittleEndian.getInt(from, at + WORDS_AT + 4 * i);
      if (!StoredWord.isValid(words[i])) {
        throw Frame.wrongBlock(meta.blockAt(block), "a stored length", words[i]);
      }
    }
    return places(meta, block * TableLayout.BLOCK_ENTRIES, LittleEndian.getLong(from, at), words);
  }

  private static RowBlock places(RowsMeta meta, long first, long offset, int[] words) {
    int fields = meta.fields();
    long[] offsets = new long[words.length / fields];
    int[] chunks = new int[offsets.length];
    Pieces pieces = meta.pieces();
    int piece = pieces.of(first);
    long next = offset;
    for (int record = 0; record < offsets.length; record++) {
      if (piece + 1 < pieces.size() && pieces.first(piece + 1) == first + record) {
        piece++;
        next = pieces.offset(piece);
      }
      offsets[record] = next;
      chunks[record] = pieces.chunk(piece);
      for (int i = record * fields; i < (record + 1) * fields; i++) {
        next += StoredWord.space(words[i]);
      }
    }
    return new RowBlock(fields, words, offsets, chunks);
  }

  public int word(int field, int record) {
    return words[record * fields + field];
  }

  /** Returns the number, in the table, of the chunk of a record. */
  public int chunk(int record) {
    return chunks[record];
  }

  /** Returns where a value begins in its chunk. */
  public long offset(int field, int record) {
    long at = offsets[record];
    for (int before = 0; before < field; before++) {
      at += StoredWord.space(words[record * fields + before]);
    }
    return at;
  }

  @Override
  public int weight() {
    return 4 * words.length + 12 * offsets.length + 96;
  }
}
