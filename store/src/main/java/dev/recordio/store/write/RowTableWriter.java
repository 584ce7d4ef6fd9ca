// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.write;

import dev.recordio.store.layout.ChunkList;
import dev.recordio.store.layout.Pieces;
import dev.recordio.store.layout.RowBlock;
import dev.recordio.store.layout.RowsMeta;
import dev.recordio.store.layout.StoredWord;
import dev.recordio.store.layout.TableLayout;
import dev.recordio.store.manifest.RowsRef;
import java.io.Closeable;
import java.io.IOException;

/**
 * Writes a row table, record by record. As long as places follow from pieces alone, nothing is kept
 * but the pieces; with the first record that breaks this, words are written for all of them.
 */
public final class RowTableWriter implements Closeable {
  /** Pieces beyond which words take less room: there is one for so many records. */
  private static final int RECORDS_A_PIECE = 16;

  private static final int FEW_PIECES = 256;

  private final StoreWriting files;
  private final int[] fields;
  private final int[] fixedBytes;
  private final int stride;
  private final ChunkList chunks;
  private final Pieces pieces = new Pieces();
  private final int[][] words; // of the current block
  private final byte[] block;

  private boolean fixed;
  private TableFile table;
  private long count;
  private long next; // where the next record begins if it lies after the last one
  private long blockOffset;
  private int blockChunk;
  private int inBlock;

  /**
   * Creates a writer; its file is created when there is something to write.
   *
   * @param files notes the file
   * @param fields the numbers of the fields of the group, in the order of their values
   * @param fixedBytes the stored bytes of each value of a field if all have the same; else -1
   * @param chunks the chunks, by the numbers that records are given with
   */
  public RowTableWriter(StoreWriting files, int[] fields, int[] fixedBytes, ChunkList chunks) {
    this.files = files;
    this.fields = fields;
    this.fixedBytes = fixedBytes;
    this.chunks = chunks;
    int bytes = 0;
    fixed = true;
    for (int width : fixedBytes) {
      fixed &= width > 0;
      bytes += width + StoredWord.CHECKSUM_BYTES;
    }
    stride = bytes;
    table = fixed ? null : new TableFile(files, TableLayout.Kind.ROWS);
    words = new int[fields.length][TableLayout.BLOCK_ENTRIES];
    block = new byte[16 + 4 * fields.length * TableLayout.BLOCK_ENTRIES];
  }

  /** Returns the number of records so far. */
  public long count() {
    return count;
  }

  /**
   * Adds a record.
   *
   * @param chunk the number of its chunk, or {@link ChunkList#NONE} if it has no values
   * @param offset where it begins in the chunk
   * @param record the {@link StoredWord} of each of its values
   */
  public void add(int chunk, long offset, int[] record) throws IOException {
    if (fixed && !isFixed(chunk, record)) {
      writeFixed();
    }
    if (!fixed && chunk == ChunkList.NONE && pieces.size() > 0) {
      word(pieces.chunk(pieces.size() - 1), next, record); // takes no room: nothing is moved by it
      return;
    }
    boolean follows =
        pieces.size() > 0
            && pieces.chunk(pieces.size() - 1) == chunk
            && (chunk == ChunkList.NONE || next == offset);
    if (!follows) {
      pieces.add(count, chunk == ChunkList.NONE ? 0 : offset, chunk);
    }
    if (fixed) {
      next = offset + stride;
      count++;
      if (pieces.size() > FEW_PIECES + count / RECORDS_A_PIECE) {
        writeFixed();
      }
      return;
    }
    word(chunk, offset, record);
  }

  private boolean isFixed(int chunk, int[] record) {
    for (int plane = 0; plane < record.length; plane++) {
      int expected = chunk == ChunkList.NONE ? StoredWord.ABSENT : fixedBytes[plane];
      if (record[plane] != expected) {
        return false;
      }
    }
    return true;
  }

  /** Writes words for the records so far, which had none. */
  private void writeFixed() throws IOException {
    long records = count;
    fixed = false;
    table = new TableFile(files, TableLayout.Kind.ROWS);
    count = 0;
    int[] absent = fixedBytes.clone();
    java.util.Arrays.fill(absent, StoredWord.ABSENT);
    int piece = -1;
    while (count < records) {
      if (piece + 1 < pieces.size() && pieces.first(piece + 1) == count) {
        piece++;
        next = pieces.offset(piece);
      }
      boolean none = pieces.chunk(piece) == ChunkList.NONE;
      word(pieces.chunk(piece), next, none ? absent : fixedBytes);
    }
  }

  private void word(int chunk, long offset, int[] record) throws IOException {
    if (inBlock == 0) {
      blockOffset = offset;
      blockChunk = chunk;
    }
    next = offset;
    for (int plane = 0; plane < record.length; plane++) {
      words[plane][inBlock] = record[plane];
      next += StoredWord.space(record[plane]);
    }
    count++;
    if (++inBlock == TableLayout.BLOCK_ENTRIES) {
      flush();
    }
  }

  private void flush() throws IOException {
    int length = 16 + 4 * fields.length * inBlock;
    RowBlock.encode(block, 0, blockOffset, blockChunk, fields.length, inBlock, words);
    table.block(block, length);
    inBlock = 0;
  }

  /**
   * Ends the table, after all chunks are closed.
   *
   * @param firstId the id of the first record
   * @return the table; null when it has no records
   */
  public RowsRef finish(long firstId) throws IOException {
    if (count == 0) {
      return null;
    }
    if (fixed) {
      table = new TableFile(files, TableLayout.Kind.FIXED_ROWS);
    } else if (inBlock > 0) {
      flush();
    }
    table.finish(new RowsMeta(fixed, count, fields, fixedBytes, pieces, chunks).encode(), count);
    return new RowsRef(table.name(), table.length(), firstId, 0, count);
  }

  @Override
  public void close() throws IOException {
    if (table != null) {
      table.close();
    }
  }
}
