// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bytes;

/**
 * MurmurHash3 of 32 bits, the variant x86_32, seed 0: what scikit-learn hashes the names of
 * features with. Written from the description of the function: blocks of four bytes, little-endian,
 * then up to three bytes, then the length, then the final mixing.
 */
public final class Murmur3 {
  private static final int FIRST = 0xCC9E2D51;
  private static final int SECOND = 0x1B873593;

  private Murmur3() {}

  /** Returns the hash of the bytes {@code 0 .. length}. */
  public static int hash(byte[] bytes, int length) {
    int hash = 0;
    int p = 0;
    for (; p + 4 <= length; p += 4) {
      hash ^= scrambled(LittleEndian.getInt(bytes, p));
      hash = Integer.rotateLeft(hash, 13) * 5 + 0xE6546B64;
    }
    int rest = 0;
    for (int i = length - 1; i >= p; i--) {
      rest = rest << 8 | bytes[i] & 0xFF;
    }
    hash ^= scrambled(rest) ^ length; // of 0 it is 0
    hash = (hash ^ hash >>> 16) * 0x85EBCA6B;
    hash = (hash ^ hash >>> 13) * 0xC2B2AE35;
    return hash ^ hash >>> 16;
  }

  private static int scrambled(int block) {
    return Integer.rotateLeft(block * FIRST, 15) * SECOND;
  }
}
