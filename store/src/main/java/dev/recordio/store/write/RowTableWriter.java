// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.write;

import dev.recordio.store.layout.ChunkList;
import dev.recordio.store.layout.RowBlock;
import dev.recordio.store.layout.RowsMeta;
import dev.recordio.store.layout.RowsMeta.Pieces;
import dev.recordio.store.layout.StoredWord;
import dev.recordio.store.layout.TableLayout;
import dev.recordio.store.manifest.Manifest.RowsRef;
import java.io.Closeable;
import java.io.IOException;

/** Writes a row table, record by record. */
public final class RowTableWriter implements Closeable {
  private final int[] fields;
  private final ChunkList chunks;
  private final Pieces pieces = new Pieces();
  private final byte[] block;
  private final TableFile table;
  private long count;
  private long next; // where the next record begins if it lies after the last one
  private long blockOffset;
  private int inBlock;

  /**
   * Creates a writer; its file is created when there is something to write.
   *
   * @param files notes the file
   * @param fields the numbers of the fields of the group, in the order of their values
   * @param chunks the chunks, by the numbers that records are given with
   */
  public RowTableWriter(StoreWriting files, int[] fields, ChunkList chunks) {
    this.fields = fields;
    this.chunks = chunks;
    table = new TableFile(files, TableLayout.Kind.ROWS);
    block = new byte[RowBlock.bytes(fields.length, TableLayout.BLOCK_ENTRIES)];
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
    boolean first = pieces.size() == 0;
    boolean empty = chunk == ChunkList.NONE; // takes no bytes: belongs to any piece
    if (first || !empty && (pieces.chunk(pieces.size() - 1) != chunk || next != offset)) {
      next = empty ? 0 : offset;
      pieces.add(count, next, chunk);
    }
    if (inBlock == 0) {
      blockOffset = next;
    }
    RowBlock.put(block, 0, inBlock, record);
    for (int word : record) {
      next += StoredWord.space(word);
    }
    count++;
    if (++inBlock == TableLayout.BLOCK_ENTRIES) {
      flush();
    }
  }

  private void flush() throws IOException {
    RowBlock.finish(block, 0, blockOffset, fields.length, inBlock);
    table.block(block, RowBlock.bytes(fields.length, inBlock));
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
    if (inBlock > 0) {
      flush();
    }
    table.finish(new RowsMeta(count, fields, pieces, chunks).encode(), count);
    return new RowsRef(table.name(), table.length(), firstId, 0, count);
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}
