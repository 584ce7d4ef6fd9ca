// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bzip2;

import dev.recordio.bytes.MalformedRecordException;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Reads bits of a compressed file, the highest bit of each byte first, and tracks its position. */
final class BitReader {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final Bzip2Input in;
  private final byte[] buffer = new byte[1 << 16];
  private long base; // offset in the file of buffer[0]
  private int filled;
  private int next; // index of the first byte whose bits are not counted in the word
  private long word; // the next bits, from the top; below them may be those that follow
  private int bits; // how many bits of the word are valid; below 0 after the file's end was passed

  BitReader(Bzip2Input in) {
    this.in = in;
  }

  /** Returns the offset in the file of the next bit, in bits. */
  long position() {
    return 8 * (base + next) - bits;
  }

  /** Seeks to an offset in bits. */
  void seek(long bit) throws IOException {
    in.seek(bit >>> 3);
    base = bit >>> 3;
    filled = 0;
    next = 0;
    word = 0;
    bits = 0;
    peek(8);
    drop((int) (bit & 7));
  }

  /**
   * Returns the next {@code count} bits, 1 to 32, without advancing; zeros after the file's end.
   */
  int peek(int count) throws IOException {
    if (bits < count) {
      refill();
    }
    return (int) (word >>> 64 - count);
  }

  /** Advances by a number of bits, which have been peeked at. */
  void drop(int count) {
    word <<= count;
    bits -= count;
  }

  /**
   * Takes the next {@code count} bits, 1 to 32.
   *
   * @throws MalformedRecordException when the file ends before that
   */
  int take(int count) throws IOException {
    int value = peek(count);
    drop(count);
    requireWithin();
    return value;
  }

  /** Takes one bit. */
  boolean takeBit() throws IOException {
    return take(1) != 0;
  }

  /** Checks that the bits taken were in the file. */
  void requireWithin() throws MalformedRecordException {
    if (bits < 0) {
      throw Bzip2Format.damaged(position() + bits, "more of a bzip2 block", "the end of the file");
    }
  }

  /** Advances to the start of a byte, unless at one already. */
  void align() {
    drop(bits & 7);
  }

  /** Whether the next 48 bits are {@code mark}. */
  boolean isAt(long mark) throws IOException {
    if (bits < 48) {
      refill();
    }
    return bits >= 48 && word >>> 16 == mark;
  }

  /** Advances, bit by bit, to the next {@code mark}; false when there is none. */
  boolean find(long mark) throws IOException {
    while (word >>> 16 != mark || bits < 48) {
      if (bits < 48) {
        refill();
        if (bits < 48) {
          return false;
        }
      } else {
        drop(1);
      }
    }
    return true;
  }

  /** Returns up to {@code count} whole bytes from here on, without advancing. */
  byte[] bytes(int count) throws IOException {
    var bytes = new byte[count];
    int got = 0;
    long from = position();
    while (got < count && !isAtEnd()) {
      bytes[got++] = (byte) take(8);
    }
    seek(from);
    return Arrays.copyOf(bytes, got);
  }

  /** Whether less than a whole byte is left. */
  boolean isAtEnd() throws IOException {
    if (bits < 8) {
      refill();
    }
    return bits < 8;
  }

  /** Fills the word to at least 57 bits, unless the file ends before that. */
  private void refill() throws IOException {
    if (filled - next >= 8) {
      word |= (long) LONGS.get(buffer, next) >>> bits;
      int whole = 63 - bits >> 3;
      next += whole;
      bits += 8 * whole;
      return;
    }
    while (bits <= 56) {
      if (next == filled && !fillBuffer()) {
        return;
      }
      word |= (buffer[next++] & 0xFFL) << 56 - bits;
      bits += 8;
    }
  }

  private boolean fillBuffer() throws IOException {
    int got = in.read(buffer, 0, buffer.length);
    if (got <= 0) {
      return false;
    }
    base += filled;
    filled = got;
    next = 0;
    return true;
  }
}
