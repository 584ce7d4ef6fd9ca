// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.write;

import dev.recordio.store.layout.ChunkList;
import dev.recordio.store.layout.RowBlock;
import dev.recordio.store.layout.RowsMeta;
import dev.recordio.store.layout.RowsMeta.Pieces;
import dev.recordio.store.layout.StoredWord;
import dev.recordio.store.layout.TableLayout;
import dev.recordio.store.manifest.Manifest.RowsRef;
import java.io.IOException;

/** Writes a row table, record by record. */
public final class RowTableWriter extends TableWriter {
  private final int[] fields;
  private final Pieces pieces = new Pieces();
  private long next; // where the next record begins if it lies after the last one
  private long blockOffset;

  /**
   * Creates a writer; its file is created when there is something to write.
   *
   * @param files notes the file
   * @param fields the numbers of the fields of the group, in the order of their values
   * @param chunks the chunks, by the numbers that records are given with
   */
  public RowTableWriter(StoreWriting files, int[] fields, ChunkList chunks) {
    super(
        files,
        TableLayout.Kind.ROWS,
        chunks,
        RowBlock.bytes(fields.length, TableLayout.BLOCK_ENTRIES));
    this.fields = fields;
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
      pieces.add(count(), next, chunk);
    }
    if (inBlock() == 0) {
      blockOffset = next;
    }
    RowBlock.put(block, 0, inBlock(), record);
    for (int word : record) {
      next += StoredWord.space(word);
    }
    endEntry();
  }

  @Override
  int finishBlock(int entries) {
    RowBlock.finish(block, 0, blockOffset, fields.length, entries);
    return RowBlock.bytes(fields.length, entries);
  }

  /**
   * Ends the table, after all chunks are closed.
   *
   * @param firstId the id of the first record
   * @return the table; null when it has no records
   */
  public RowsRef finish(long firstId) throws IOException {
    if (count() == 0) {
      return null;
    }
    finish(new RowsMeta(count(), fields, pieces, chunks));
    return new RowsRef(name, length(), firstId, 0, count());
  }
}
