// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.io.compress.bzip2.CBZip2OutputStream;

/** Creates bzip2 files, and reads them bit by bit. */
public final class Bzip2 {
  /** Begins a block. */
  public static final long BLOCK_MARK = 0x314159265359L;

  /** Ends a stream. */
  public static final long END_MARK = 0x177245385090L;

  private static final int MARK_BITS = 48;

  private Bzip2() {}

  /** Packs into one stream, in blocks of {@code level} times 100,000 bytes. */
  public static byte[] pack(byte[] plain, int level) throws IOException {
    var packed = new ByteArrayOutputStream();
    packed.writeBytes(new byte[] {'B', 'Z'}); // which the codec adds to this stream
    try (var out = new CBZip2OutputStream(packed, level)) {
      out.write(plain);
    }
    return packed.toByteArray();
  }

  /** Packs into a stream for each {@code size} bytes, as parallel writers do. */
  public static byte[] packStreams(byte[] plain, int size, int level) throws IOException {
    var packed = new ByteArrayOutputStream();
    for (int at = 0; at < plain.length; at += size) {
      int end = Math.min(plain.length, at + size);
      packed.writeBytes(pack(Arrays.copyOfRange(plain, at, end), level));
    }
    return packed.toByteArray();
  }

  /** Returns a stream that holds nothing. */
  public static byte[] empty(int level) {
    var stream = new byte[14];
    stream[0] = 'B';
    stream[1] = 'Z';
    stream[2] = 'h';
    stream[3] = (byte) ('0' + level);
    putBits(stream, 32, MARK_BITS, END_MARK);
    return stream;
  }

  /** Returns where {@code mark} is, in bits. */
  public static List<Long> marks(byte[] packed, long mark) {
    var marks = new ArrayList<Long>();
    for (long bit = 0; bit + MARK_BITS <= 8L * packed.length; bit++) {
      if (bits(packed, bit, MARK_BITS) == mark) {
        marks.add(bit);
      }
    }
    return marks;
  }

  /** Returns up to 56 bits. */
  public static long bits(byte[] packed, long bit, int count) {
    long word = 0;
    int first = (int) (bit >> 3);
    for (int i = 0; i < 8; i++) {
      word = word << 8 | (first + i < packed.length ? packed[first + i] & 255 : 0);
    }
    return word << (bit & 7) >>> 64 - count;
  }

  /** Overwrites {@code count} bits. */
  public static void putBits(byte[] packed, long bit, int count, long value) {
    for (int i = 0; i < count; i++) {
      if (bits(packed, bit + i, 1) != (value >>> count - 1 - i & 1)) {
        flip(packed, bit + i);
      }
    }
  }

  /** Flips a bit. */
  public static void flip(byte[] packed, long bit) {
    packed[(int) (bit >> 3)] ^= (byte) (0x80 >> (bit & 7));
  }

  /** Returns the CRC of a block of these bytes, bit by bit. */
  public static int crc(byte[] plain) {
    int crc = -1;
    for (byte b : plain) {
      crc ^= b << 24;
      for (int bit = 0; bit < 8; bit++) {
        crc = crc << 1 ^ (crc < 0 ? 0x04C11DB7 : 0);
      }
    }
    return ~crc;
  }
}
