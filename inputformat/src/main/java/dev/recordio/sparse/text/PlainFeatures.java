// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import static dev.recordio.sparse.number.NumberParser.eight;

import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.number.NumberParser;

/**
 * Reads features as nearly all files write them: {@code index:value} with a single blank, or the
 * line feed, after it; an index of up to 8 digits, larger than the one before; a value that is
 * neither infinite nor rounded to 0. Anything written in another way, or that breaks a rule, is
 * left to the caller.
 *
 * <p>Most features have the shape of the one before: indices ascend, so their number of digits
 * seldom changes, and the colon is again followed by a digit and a blank, or a digit and a point.
 * So there is a loop for each of these two, which takes the eight bytes that end with that blank or
 * point, keeps the bytes of the feature, and exclusive-ors them with their shape: 0 is left of what
 * has to match, 0 to 9 of digits, which one addition checks. The processor, expecting them to
 * match, has begun with the next feature before it knows this one's numbers. The digits after a
 * point do vary in number, so up to seven of them are counted and converted without a loop or a
 * branch; only eight, which with the digit before the point are more than a word holds, take
 * another path. From the first feature of another shape on, a line is read more slowly.
 *
 * <p>The loops are as long as the processor lets them be fast: each operation in them costs time.
 * The last index is checked after them, since the ones before it are smaller.
 */
final class PlainFeatures {
  /** Added to a byte, sets its top bit unless it is 0 where 0 is expected, 0 to 9 elsewhere. */
  private static final long BEYOND = 0x7F767F7676767676L;

  private static final int MAX_WIDTH = 5;
  private static final long WHOLE = shape(' ');
  private static final long FRACTION = shape('.');

  /** Puts pairs of an index's digits, as numbers, into every other byte from the second on. */
  private static final long PAIRING = 10 << 16 | 1 << 8;

  private static final long PAIRS = 0xFF00FF00FF00L;

  /** Adds three pairs from bit 40 on. */
  private static final long JOINING = 10000L << 32 | 100 << 16 | 1;

  private final NumberParser numbers;
  private final int base;
  private final int last;
  private int least;

  /**
   * Prepares to read.
   *
   * @param numbers reads the values
   * @param base the first index as the text writes it
   * @param limit the largest index allowed, base subtracted, unsigned
   */
  PlainFeatures(NumberParser numbers, int base, long limit) {
    this.numbers = numbers;
    this.base = base;
    boolean none = Long.compareUnsigned(limit, Integer.MAX_VALUE - 1) > 0;
    last = none ? Integer.MAX_VALUE : (int) limit + base;
  }

  /** What the eight bytes of a feature with the longest index are exclusive-ored with. */
  private static long shape(char after) {
    return ((long) (after ^ '0') << 56 | (long) (':' ^ '0') << 40) ^ NumberParser.ZEROS;
  }

  /**
   * Adds features to the last row until one is not plain.
   *
   * @param from the index of a feature's first digit
   * @param smallest the smallest index, base not subtracted, that the first feature may have
   * @return where the first feature that is not plain begins, or the blank or line end before it
   */
  int read(byte[] b, int from, long smallest, CsrBlock out) {
    if (out.isWide() || (smallest & -1L << 31) != 0) {
      return from;
    }
    least = Math.max((int) smallest, base);
    int p = from;
    for (int begin = -1; p != begin && b[p] != '\n'; ) {
      begin = p;
      long word = eight(b, p);
      int width = NumberParser.leadingDigits(word);
      if (width <= MAX_WIDTH && p >= MAX_WIDTH) {
        int after = b[p + width + 2];
        if (after == ' ') {
          p = digits(b, p, width, out);
        } else if (after == '.') {
          p = fractions(b, p, width, out);
        }
      }
    }
    return b[p] == '\n' ? p : varied(b, p, out);
  }

  /** Adds features like {@code 12:1} as long as their indices have so many digits. */
  private int digits(byte[] b, int from, int width, CsrBlock out) {
    int[] indices = out.indices();
    float[] values = out.values();
    int room = Math.min(indices.length, values.length);
    int entries = out.entries();
    int previous = least - 1;
    int before = MAX_WIDTH - width;
    long kept = -1L << 8 * before;
    long shape = WHOLE & kept;
    int p = from - before;
    while (entries < room) {
      long feature = NumberParser.word(b, p) & kept ^ shape; // digits as numbers, else 0
      int index = index(feature);
      if (differs(feature) || index <= previous) {
        break;
      }
      indices[entries] = index - base;
      values[entries] = (int) (feature >>> 48);
      entries++;
      previous = index;
      p += width + 3;
    }
    return added(from, p + before, previous, entries, out);
  }

  /** Adds features like {@code 12:0.5} as long as their indices have so many digits. */
  private int fractions(byte[] b, int from, int width, CsrBlock out) {
    int[] indices = out.indices();
    float[] values = out.values();
    int room = Math.min(indices.length, values.length);
    int entries = out.entries();
    int previous = least - 1;
    int before = MAX_WIDTH - width;
    long kept = -1L << 8 * before;
    long shape = FRACTION & kept;
    int p = from - before;
    while (entries < room) {
      long feature = NumberParser.word(b, p) & kept ^ shape; // digits as numbers, else 0
      int index = index(feature);
      if (differs(feature) || index <= previous) {
        break;
      }
      // The digits after the point: their number, then the value with the digit before it.
      int at = p + 8;
      long fraction = eight(b, at);
      int stop = NumberParser.firstOther(fraction);
      values[entries] =
          stop < 64
              ? NumberParser.scaled(fraction << 8 | feature >>> 48, stop)
              : NumberParser.scaled(feature >>> 48, fraction);
      int end = at + (stop >>> 3);
      indices[entries] = index - base;
      // The entry counts only if a blank or the line's end follows.
      int c = b[end];
      if (c != ' ') {
        if (c == '\n') {
          entries++;
          previous = index;
          p = end - before;
        }
        break;
      }
      entries++;
      previous = index;
      p = end + 1 - before;
    }
    return added(from, p + before, previous, entries, out);
  }

  /**
   * Takes into the row what a loop has read, unless its last index is too large: then nothing, and
   * the features are read more slowly, up to the first one that is.
   *
   * @return where reading continues
   */
  private int added(int from, int to, int lastIndex, int entries, CsrBlock out) {
    if (lastIndex > last) {
      return from;
    }
    least = lastIndex + 1;
    out.setEntries(entries);
    return to;
  }

  /** Whether the eight bytes of a feature have another shape. */
  private static boolean differs(long feature) {
    return ((feature + BEYOND | feature) & NumberParser.TOP_BITS) != 0;
  }

  /**
   * The index in the eight bytes of a feature. What the second product has above it, from bit 56
   * on, is a multiple of 100, so two bits more than its byte are the index's alone.
   */
  private static int index(long feature) {
    return (int) ((feature * PAIRING & PAIRS) * JOINING >>> 40) & 0x1FFFF;
  }

  /** Adds features whose values need not begin with a digit and a blank or point. */
  private int varied(byte[] b, int from, CsrBlock out) {
    int[] indices = out.indices();
    float[] values = out.values();
    int room = Math.min(indices.length, values.length);
    int entries = out.entries();
    int p = from;
    int width = 0;
    while (entries < room) {
      // The index and its colon.
      long word = eight(b, p);
      int digits = NumberParser.leadingDigits(word);
      // As many digits as before: the processor, expecting that, goes on before it has counted.
      if (digits != width) {
        width = digits;
        continue;
      }
      int at = p + width + 1;
      if (width == 0 || b[at - 1] != ':') {
        break;
      }
      int index = (int) NumberParser.someDigits(word, width);
      if (index < least || index > last) {
        break;
      }
      // The value, and the blank or line's end after it.
      int end = numbers.plain(b, at);
      if (end < 0) {
        break;
      }
      int c = b[end];
      if (c != ' ' && c != '\n') {
        break;
      }
      indices[entries] = index - base;
      values[entries] = numbers.value();
      entries++;
      least = index + 1;
      p = end;
      if (c == '\n') {
        break;
      }
      p++;
    }
    out.setEntries(entries);
    return p;
  }

  /** Returns the smallest index that a feature may have after those that were read last. */
  int next() {
    return least;
  }
}
