// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.arrayrecord;

import dev.recordio.bytes.LittleEndian;
import java.util.Arrays;

/**
 * HighwayHash-64 of bytes in memory, under one key of 256 bits. Not for several threads at once.
 *
 * <p>Rule: the portable form in google/highwayhash; numbers are little-endian.
 */
final class HighwayHash {
  /** Bytes that are mixed at a time. */
  private static final int PACKET = 32;

  private static final int ROUNDS_AT_END = 4;

  private final long[] key;
  private final byte[] rest = new byte[PACKET];

  // The state: four lanes of each.
  private long a0;
  private long a1;
  private long a2;
  private long a3;
  private long b0;
  private long b1;
  private long b2;
  private long b3;
  private long m0;
  private long m1;
  private long m2;
  private long m3;
  private long n0;
  private long n1;
  private long n2;
  private long n3;

  /**
   * Makes a hash.
   *
   * @param key four words of 64 bits
   */
  HighwayHash(long... key) {
    this.key = key.clone();
  }

  /** Returns the hash of {@code count} bytes. */
  long of(byte[] bytes, int from, int count) {
    reset();
    int at = from;
    for (int end = from + count - PACKET; at <= end; at += PACKET) {
      mix(
          LittleEndian.getLong(bytes, at),
          LittleEndian.getLong(bytes, at + 8),
          LittleEndian.getLong(bytes, at + 16),
          LittleEndian.getLong(bytes, at + 24));
    }
    if (count % PACKET != 0) {
      mixRest(bytes, at, count % PACKET);
    }
    for (int i = 0; i < ROUNDS_AT_END; i++) {
      mix(turned(a2), turned(a3), turned(a0), turned(a1));
    }
    return a0 + b0 + m0 + n0;
  }

  private void reset() {
    m0 = 0xdbe6d5d5fe4cce2fL;
    m1 = 0xa4093822299f31d0L;
    m2 = 0x13198a2e03707344L;
    m3 = 0x243f6a8885a308d3L;
    n0 = 0x3bd39e10cb0ef593L;
    n1 = 0xc0acf169b5f18a8cL;
    n2 = 0xbe5466cf34e90c6cL;
    n3 = 0x452821e638d01377L;
    a0 = m0 ^ key[0];
    a1 = m1 ^ key[1];
    a2 = m2 ^ key[2];
    a3 = m3 ^ key[3];
    b0 = n0 ^ turned(key[0]);
    b1 = n1 ^ turned(key[1]);
    b2 = n2 ^ turned(key[2]);
    b3 = n3 ^ turned(key[3]);
  }

  private void mix(long w0, long w1, long w2, long w3) {
    b0 += m0 + w0;
    b1 += m1 + w1;
    b2 += m2 + w2;
    b3 += m3 + w3;
    m0 ^= low(b0) * (a0 >>> 32);
    m1 ^= low(b1) * (a1 >>> 32);
    m2 ^= low(b2) * (a2 >>> 32);
    m3 ^= low(b3) * (a3 >>> 32);
    a0 += n0;
    a1 += n1;
    a2 += n2;
    a3 += n3;
    n0 ^= low(a0) * (b0 >>> 32);
    n1 ^= low(a1) * (b1 >>> 32);
    n2 ^= low(a2) * (b2 >>> 32);
    n3 ^= low(a3) * (b3 >>> 32);
    a0 += zipEven(b1, b0);
    a1 += zipOdd(b1, b0);
    a2 += zipEven(b3, b2);
    a3 += zipOdd(b3, b2);
    b0 += zipEven(a1, a0);
    b1 += zipOdd(a1, a0);
    b2 += zipEven(a3, a2);
    b3 += zipOdd(a3, a2);
  }

  /** Mixes the last 1 to 31 bytes. */
  private void mixRest(byte[] bytes, int at, int count) {
    long both = (long) count << 32 | count;
    a0 += both;
    a1 += both;
    a2 += both;
    a3 += both;
    b0 = rotated(b0, count);
    b1 = rotated(b1, count);
    b2 = rotated(b2, count);
    b3 = rotated(b3, count);
    Arrays.fill(rest, (byte) 0);
    int whole = count & ~3; // whole words of four bytes
    int odd = count & 3;
    System.arraycopy(bytes, at, rest, 0, whole);
    if ((count & 16) != 0) {
      System.arraycopy(bytes, at + count - 4, rest, PACKET - 4, 4);
    } else if (odd != 0) {
      rest[16] = bytes[at + whole];
      rest[17] = bytes[at + whole + (odd >> 1)];
      rest[18] = bytes[at + count - 1];
    }
    mix(
        LittleEndian.getLong(rest, 0),
        LittleEndian.getLong(rest, 8),
        LittleEndian.getLong(rest, 16),
        LittleEndian.getLong(rest, 24));
  }

  private static long low(long word) {
    return word & 0xFFFFFFFFL;
  }

  /** Returns a word with its halves exchanged. */
  private static long turned(long word) {
    return Long.rotateLeft(word, 32);
  }

  /** Returns a word with each of its halves rotated. */
  private static long rotated(long word, int bits) {
    long high = Integer.rotateLeft((int) (word >>> 32), bits);
    return high << 32 | low(Integer.rotateLeft((int) word, bits));
  }

  /** Returns bytes of both words in the order of the even lanes. */
  private static long zipEven(long odd, long even) {
    return ((even & 0xFF000000L | odd & 0xFF00000000L) >>> 24)
        | ((even & 0xFF0000000000L | odd & 0xFF000000000000L) >>> 16)
        | even & 0xFF0000L
        | (even & 0xFF00L) << 32
        | (odd & 0xFF00000000000000L) >>> 8
        | even << 56;
  }

  /** Returns bytes of both words in the order of the odd lanes. */
  private static long zipOdd(long odd, long even) {
    return ((odd & 0xFF000000L | even & 0xFF00000000L) >>> 24)
        | odd & 0xFF0000L
        | (odd & 0xFF0000000000L) >>> 16
        | (odd & 0xFF00L) << 24
        | (even & 0xFF000000000000L) >>> 8
        | (odd & 0xFFL) << 48
        | even & 0xFF00000000000000L;
  }
}
