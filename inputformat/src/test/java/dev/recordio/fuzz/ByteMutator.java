// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fuzz;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Changes inputs of a corpus: bits, bytes, numbers of 2 to 8 bytes at places where lengths may be,
 * decimal numbers, stretches that are cut out, repeated, or taken from another input.
 */
final class ByteMutator {
  /** Inputs do not grow beyond this, unless a corpus has longer ones. */
  static final int MAX_BYTES = 32 << 10;

  private static final long[] NUMBERS = {
    0,
    1,
    2,
    3,
    4,
    7,
    8,
    15,
    16,
    31,
    32,
    63,
    64,
    100,
    127,
    128,
    255,
    256,
    1000,
    4095,
    4096,
    65535,
    65536,
    1 << 20,
    1 << 24,
    (1 << 26) - 1,
    (1 << 27) - 9,
    1 << 28,
    (1 << 29) - 1,
    1 << 29,
    1 << 30,
    Integer.MAX_VALUE - 8,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    0xFFFFFFFFL,
    1L << 32,
    1L << 40,
    Long.MAX_VALUE / 8,
    Long.MAX_VALUE / 4 + 1,
    Long.MAX_VALUE - 7,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    -2,
    -1,
    0xCED7230AL,
    Float.floatToRawIntBits(Float.NaN),
    0x7FF0000000000000L
  };
  private static final String[] TEXTS = {
    "",
    "0",
    "-0",
    "1",
    "-1",
    "00",
    "9",
    "255",
    "256",
    "65536",
    "2147483647",
    "2147483648",
    "-2147483649",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999",
    "1e999",
    "1e-999",
    "1e2147483648",
    ".",
    "-",
    "+",
    "e",
    "nan",
    "inf",
    "null",
    "true",
    "[]",
    "{}",
    "\"\"",
    "\\",
    "'",
    "\"",
    ":",
    ",",
    "|",
    "=",
    "/",
    "..",
    "../../x",
    "//",
    "%",
    "%00",
    "${user.home}",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "\t",
    "\n",
    "\r",
    "\r\n",
    " ",
    "\0",
    "\u00e4",
    "\u2028",
    "\ud83d\ude00",
    "\\ud800",
    "#",
    "*",
    "?",
    "@",
    "~",
    ";",
    "$"
  };

  private final List<byte[]> corpus;

  ByteMutator(List<byte[]> corpus) {
    this.corpus = corpus;
  }

  /** Returns an input that {@code random} decides. */
  byte[] next(SplittableRandom random) {
    byte[] bytes = any(random);
    int changes = 1 + (random.nextBoolean() ? 0 : random.nextInt(random.nextInt(4) > 0 ? 3 : 12));
    for (int i = 0; i < changes; i++) {
      bytes = change(bytes, random);
    }
    return bytes;
  }

  private byte[] any(SplittableRandom random) {
    return corpus.get(random.nextInt(corpus.size())).clone();
  }

  private byte[] change(byte[] bytes, SplittableRandom random) {
    int length = bytes.length;
    if (length == 0) {
      return insert(bytes, 0, text(random));
    }
    int at = place(length, random);
    switch (random.nextInt(16)) {
      case 0, 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
      case 2 -> bytes[at] = (byte) random.nextInt();
      case 3, 4, 5, 6 -> number(bytes, at, random);
      case 7 -> {
        return Arrays.copyOf(bytes, at);
      }
      case 8 -> {
        return replace(bytes, at, at + span(length - at, random), new byte[0]);
      }
      case 9 -> {
        byte[] again = Arrays.copyOfRange(bytes, at, at + span(length - at, random));
        return insert(bytes, random.nextBoolean() ? at : random.nextInt(length + 1), again);
      }
      case 10 -> {
        return splice(bytes, at, random);
      }
      case 11 -> {
        byte[] noise = new byte[1 + random.nextInt(16)];
        random.nextBytes(noise);
        return insert(bytes, at, noise);
      }
      case 12 ->
          Arrays.fill(
              bytes, at, at + span(length - at, random), (byte) (random.nextBoolean() ? 0 : 0xFF));
      case 13 -> {
        int from = random.nextInt(length);
        int count = span(length - Math.max(at, from), random);
        System.arraycopy(bytes, from, bytes, at, count);
      }
      case 14 -> {
        return insert(bytes, at, text(random));
      }
      default -> {
        int end = at;
        while (end < length && isWord(bytes[end])) {
          end++;
        }
        return replace(bytes, at, end, text(random));
      }
    }
    return bytes;
  }

  /** Returns a place: anywhere, or more often near the begin or the end, where headers are. */
  private static int place(int length, SplittableRandom random) {
    int within = random.nextInt(random.nextBoolean() ? length : Math.min(length, 64));
    return random.nextInt(4) == 0 ? length - 1 - within : within;
  }

  private static int span(int most, SplittableRandom random) {
    return random.nextInt(1 + (random.nextInt(3) > 0 ? Math.min(most, 16) : most));
  }

  private static boolean isWord(byte b) {
    return b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z';
  }

  private static byte[] text(SplittableRandom random) {
    return TEXTS[random.nextInt(TEXTS.length)].getBytes(StandardCharsets.UTF_8);
  }

  /** Overwrites a number, or adds to it. */
  private static void number(byte[] bytes, int anywhere, SplittableRandom random) {
    int width = 1 << random.nextInt(4);
    int at = random.nextBoolean() ? anywhere / width * width : anywhere;
    if (at + width > bytes.length) {
      bytes[anywhere] += (byte) (random.nextInt(5) - 2);
      return;
    }
    var buffer =
        ByteBuffer.wrap(bytes)
            .order(random.nextInt(3) > 0 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    boolean add = random.nextInt(4) == 0;
    long number = add ? random.nextInt(33) - 16 : NUMBERS[random.nextInt(NUMBERS.length)];
    switch (width) {
      case 1 -> bytes[at] = (byte) (number + (add ? bytes[at] : 0));
      case 2 -> buffer.putShort(at, (short) (number + (add ? buffer.getShort(at) : 0)));
      case 4 -> buffer.putInt(at, (int) (number + (add ? buffer.getInt(at) : 0)));
      default -> buffer.putLong(at, number + (add ? buffer.getLong(at) : 0));
    }
  }

  private byte[] splice(byte[] bytes, int at, SplittableRandom random) {
    byte[] other = any(random);
    if (other.length == 0) {
      return bytes;
    }
    int from = random.nextInt(other.length);
    int to = from + span(other.length - from, random);
    byte[] piece = Arrays.copyOfRange(other, from, random.nextInt(3) == 0 ? other.length : to);
    int end = random.nextInt(3) == 0 ? bytes.length : at + span(bytes.length - at, random);
    return replace(bytes, at, end, piece);
  }

  private static byte[] insert(byte[] bytes, int at, byte[] piece) {
    return replace(bytes, at, at, piece);
  }

  private static byte[] replace(byte[] bytes, int from, int to, byte[] piece) {
    int length = bytes.length - (to - from) + piece.length;
    if (length > Math.max(MAX_BYTES, bytes.length)) {
      return bytes;
    }
    byte[] changed = Arrays.copyOf(bytes, length);
    System.arraycopy(piece, 0, changed, from, piece.length);
    System.arraycopy(bytes, to, changed, from + piece.length, bytes.length - to);
    return changed;
  }
}
