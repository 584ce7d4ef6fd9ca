// SPDX-License-Identifier: Apache-2.0
package dev.recordio.order;

/** Random numbers by position: 64 bits each, independent of each other. */
public final class Draws {
  private final long key;

  /** Creates the numbers of an epoch. */
  public Draws(long seed, long epoch) {
    key = key(seed, epoch);
  }

  /** Returns a seed for one epoch. */
  public static long key(long seed, long epoch) {
    return SeededPermutation.mix(SeededPermutation.mix(seed) ^ epoch);
  }

  /** Spreads every bit of a number over all bits: the finisher of SplitMix64. */
  public static long mix(long bits) {
    return SeededPermutation.mix(bits);
  }

  /** Returns 64 bits. */
  long bits(long position) {
    return SeededPermutation.mix(key + (position + 1) * SeededPermutation.GOLDEN);
  }

  /** Returns a multiple of 2^-53 in [0, 1). */
  public double fraction(long position) {
    return (bits(position) >>> 11) * 0x1p-53;
  }

  /** Returns a number in 0 .. bound - 1, each with exactly the same probability. */
  public long below(long bound, long position) {
    long bits = bits(position);
    long low = bits * bound;
    if (Long.compareUnsigned(low, bound) < 0) {
      // 2^64 mod bound products would be too many for an even share: they are drawn again.
      long uneven = Long.remainderUnsigned(-bound, bound);
      while (Long.compareUnsigned(low, uneven) < 0) {
        bits = SeededPermutation.mix(bits + SeededPermutation.GOLDEN);
        low = bits * bound;
      }
    }
    return unsignedHigh(bits, bound);
  }

  /** Returns the upper 64 bits of the product of an unsigned number and one below 2^63. */
  private static long unsignedHigh(long bits, long bound) {
    return Math.multiplyHigh(bits, bound) + (bits >> 63 & bound);
  }
}
