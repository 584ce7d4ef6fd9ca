// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.split;

import dev.recordio.store.layout.ChunkList;

/**
 * Records that lie one after the other in a chunk.
 *
 * @param from the first id
 * @param to the one after the last
 * @param chunk the chunk's number in the store's tables; {@link ChunkList#NONE} of records without
 *     values
 * @param chunkBytes the length of the chunk's file
 * @param offset where they begin in it, about
 * @param bytes how many bytes they have in it, about
 */
record Segment(long from, long to, int chunk, long chunkBytes, long offset, long bytes) {
  /** What a task does for a record without values counts as so many bytes. */
  static final int MIN_RECORD_BYTES = 8;

  static Segment withoutValues(long from, long to) {
    return new Segment(from, to, ChunkList.NONE, 0, 0, 0);
  }

  boolean hasValues() {
    return chunk != ChunkList.NONE;
  }

  /** Returns what reading {@code records} of them costs, in bytes. */
  long cost(long records) {
    return Math.max(records * MIN_RECORD_BYTES, share(bytes, records));
  }

  /** Returns where in the chunk the record of an id begins, about. */
  long offsetOf(long id) {
    return offset + share(bytes, id - from);
  }

  private long share(long of, long records) {
    return (long) ((double) of * records / (to - from));
  }
}
