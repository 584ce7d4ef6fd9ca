// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.read;

import dev.recordio.store.layout.StoredWord;
import java.util.Arrays;

/** Where the values of one field are, for a list of ids. */
public final class Places {
  private int[] chunk = {};
  private long[] offset = {};
  private int[] word = {};

  /** Makes room for the places of some ids; none has a value so far. */
  public void reset(int count) {
    if (chunk.length < count) {
      chunk = new int[count];
      offset = new long[count];
      word = new int[count];
    }
    Arrays.fill(word, 0, count, StoredWord.ABSENT);
  }

  /** Sets the place of a value, or that there is none. */
  public void set(int i, int inChunk, long at, int stored) {
    chunk[i] = inChunk;
    offset[i] = at;
    word[i] = stored;
  }

  /** Returns the number, in {@link StoreTables}, of the chunk with the value of id {@code i}. */
  public int chunk(int i) {
    return chunk[i];
  }

  /** Returns where the value begins in the chunk. */
  public long offset(int i) {
    return offset[i];
  }

  /** Returns the stored bytes of the values of the first ids, without checksums. */
  public long bytes(int count) {
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      bytes += StoredWord.isAbsent(word[i]) ? 0 : StoredWord.length(word[i]);
    }
    return bytes;
  }

  /** Returns its {@link StoredWord}. */
  public int word(int i) {
    return word[i];
  }
}
