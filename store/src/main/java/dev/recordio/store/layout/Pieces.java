// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.layout;

import java.util.Arrays;

/** From where on the records of a row table lie one after the other in a chunk. */
public final class Pieces {
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
