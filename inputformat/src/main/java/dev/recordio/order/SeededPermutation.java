// SPDX-License-Identifier: Apache-2.0
package dev.recordio.order;

import java.util.Objects;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * A permutation of 0 .. n - 1 that is fixed by a seed and needs no memory: any value is computed
 * directly, so tasks agree on one global order without communication.
 *
 * <p>A Feistel network over the next even number of bits permutes a power of four, less than four
 * times n; values outside the range are permuted again until they fall into it, which takes fewer
 * than four turns on average and keeps the whole a permutation. Up to 16 values are shuffled into a
 * table instead, since a network would prefer some orders.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class SeededPermutation {
  private static final int ROUNDS = 6;
  private static final int MAX_DRAWN = 16;
  static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private final long size;
  private final int halfBits;
  private final long halfMask;
  private final long[] roundKeys = new long[ROUNDS];
  private final byte[] drawn; // the whole permutation, when it is a small one; or null

  /**
   * Creates the permutation.
   *
   * @param size n, the number of values; at least 0
   * @param seed any number
   */
  public SeededPermutation(long size, long seed) {
    if (size < 0 || size > 1L << 62) {
      throw new IllegalArgumentException("can't permute " + size + " values");
    }
    this.size = size;
    int bits = 64 - Long.numberOfLeadingZeros(Math.max(1, size - 1));
    halfBits = (bits + 1) / 2;
    halfMask = (1L << halfBits) - 1;
    for (int round = 0; round < ROUNDS; round++) {
      roundKeys[round] = mix(seed + (round + 1) * GOLDEN);
    }
    drawn = size <= MAX_DRAWN ? draw((int) size, mix(seed)) : null;
  }

  /** Draws one of all permutations, each with the same probability to within about 2^-32 of it. */
  private static byte[] draw(int size, long seed) {
    var values = new byte[size];
    for (int i = 0; i < size; i++) {
      int other = (int) ((mix(seed + (i + 1) * GOLDEN) >>> 32) * (i + 1) >>> 32);
      values[i] = values[other];
      values[other] = (byte) i;
    }
    return values;
  }

  /** Returns n. */
  public long size() {
    return size;
  }

  /**
   * Returns the value at {@code position}.
   *
   * @throws IndexOutOfBoundsException when the position is not in 0 .. n - 1
   */
  public long at(long position) {
    long value = Objects.checkIndex(position, size);
    if (drawn != null) {
      return drawn[(int) value];
    }
    do {
      long left = value >>> halfBits;
      long right = value & halfMask;
      for (long key : roundKeys) {
        long next = left ^ mix(right ^ key) & halfMask;
        left = right;
        right = next;
      }
      value = left << halfBits | right;
    } while (value >= size);
    return value;
  }

  /** Spreads every bit of {@code z} over all bits: the finisher of SplitMix64. */
  static long mix(long z) {
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }
}
