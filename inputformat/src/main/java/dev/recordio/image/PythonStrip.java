// SPDX-License-Identifier: Apache-2.0
package dev.recordio.image;

/**
 * What Python's {@code str.strip()} takes off both ends of a text, in UTF-8 bytes: TAB to CR, 0x1C
 * to 0x20, U+0085, U+00A0, U+1680, U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F, U+3000.
 */
final class PythonStrip {
  private PythonStrip() {}

  /** Index of the first byte in {@code [from, to)} that belongs to no leading blank, or to. */
  static int skipLeading(byte[] text, int from, int to) {
    int at = from;
    while (at < to) {
      int size = sizeAt(text, at, to);
      if (size == 0) {
        break;
      }
      at += size;
    }
    return at;
  }

  /** Index after the last byte in {@code [from, to)} that belongs to no trailing blank. */
  static int skipTrailing(byte[] text, int from, int to) {
    int end = to;
    while (end > from) {
      int begin = end - 1;
      while (begin > from && end - begin < 3 && (text[begin] & 0xC0) == 0x80) {
        begin--;
      }
      if (sizeAt(text, begin, end) != end - begin) {
        break;
      }
      end = begin;
    }
    return end;
  }

  /** True for a code point that both methods above skip. */
  static boolean isBlank(int c) {
    return c >= 9 && c <= 13
        || c >= 0x1C && c <= 0x20
        || c == 0x85
        || c == 0xA0
        || c == 0x1680
        || c >= 0x2000 && c <= 0x200A
        || c == 0x2028
        || c == 0x2029
        || c == 0x202F
        || c == 0x205F
        || c == 0x3000;
  }

  /** Bytes of the blank that starts at an index, 0 when none does. */
  private static int sizeAt(byte[] text, int at, int to) {
    int b = text[at] & 0xFF;
    int size = b < 0x80 ? 1 : b == 0xC2 ? 2 : b >= 0xE1 && b <= 0xE3 ? 3 : 0;
    if (size == 0 || to - at < size) {
      return 0;
    }
    int c = size == 1 ? b : b & 0xF;
    for (int i = 1; i < size; i++) {
      if ((text[at + i] & 0xC0) != 0x80) {
        return 0;
      }
      c = c << 6 | text[at + i] & 0x3F;
    }
    return isBlank(c) ? size : 0;
  }
}
