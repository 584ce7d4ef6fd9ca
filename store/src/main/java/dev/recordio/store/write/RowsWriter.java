// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.write;

import dev.recordio.store.layout.ChunkList;
import dev.recordio.store.layout.StoredWord;
import dev.recordio.store.manifest.Manifest.FieldEntry;
import dev.recordio.store.manifest.Manifest.RowsRef;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * Writes records of one group of fields: their values into chunks, their places into a row table.
 * For each record, the values of all fields in the group's order, then {@link #endRecord}. Memory:
 * a buffer of 1 MiB, or of one larger record.
 */
public final class RowsWriter implements Closeable {
  private final ChunkWriter chunks;
  private final RowTableWriter table;
  private final int[] words;
  private int next;
  private boolean any;

  /**
   * Creates a writer; files are created when there is something to write.
   *
   * @param files notes the files
   * @param fields the fields of the group, in the order of their numbers
   * @param chunkBytes how large a chunk becomes
   */
  public RowsWriter(StoreWriting files, List<FieldEntry> fields, long chunkBytes) {
    chunks = new ChunkWriter(files, fields, chunkBytes);
    table = new RowTableWriter(files, numbers(fields), chunks.chunks());
    words = new int[fields.size()];
  }

  public static int[] numbers(List<FieldEntry> fields) {
    return fields.stream().mapToInt(FieldEntry::number).toArray();
  }

  /** Adds the value of the next field. */
  public void add(byte[] bytes, int offset, int length) throws IOException {
    words[next] = chunks.add(next, bytes, offset, length);
    next++;
    any = true;
  }

  /** Adds the value of the next field as another chunk has it: stored bytes, and checksum. */
  public void addStored(byte[] bytes, int offset, int word) {
    chunks.addStored(bytes, offset, StoredWord.space(word));
    words[next++] = word;
    any = true;
  }

  /** The next field has no value. */
  public void addAbsent() {
    words[next++] = StoredWord.ABSENT;
  }

  public void endRecord() throws IOException {
    if (next != words.length) {
      throw new IllegalStateException(next + " values of " + words.length);
    }
    if (any) {
      long at = chunks.endRecord();
      table.add(chunks.chunk(), at, words);
    } else {
      table.add(ChunkList.NONE, 0, words);
    }
    next = 0;
    any = false;
  }

  /** Returns the number of records so far. */
  public long count() {
    return table.count();
  }

  /**
   * Closes the last chunk, and ends the table.
   *
   * @param firstId the id of the first record
   * @return the table; null when there are no records
   */
  public RowsRef finish(long firstId) throws IOException {
    chunks.finish();
    return table.finish(firstId);
  }

  @Override
  public void close() throws IOException {
    try (table) {
      chunks.close();
    }
  }
}
