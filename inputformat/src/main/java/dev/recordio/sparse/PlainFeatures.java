// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse;

/**
 * Reads features as nearly all files write them: {@code index:value} with a single blank, or the
 * line feed, behind it; an index of up to 8 digits, larger than the one before; a value of one
 * digit, or of one digit, a point and up to 16 more. Whatever is written in another way, or breaks
 * a rule, is left to the caller.
 *
 * <p>Lengths of numbers vary from feature to feature, so little here branches on them: eight bytes
 * are looked at together, and their digits counted and converted without a loop.
 */
final class PlainFeatures {
  private static final int WORD_DIGITS = 8;

  // What may stand around a digit, the byte before it lowest, exclusive-ored with '0'.
  private static final int AROUND = 0xFF00FF;
  private static final int POINT = (':' | '.' << 16) ^ 0x300030;
  private static final int BLANK = (':' | ' ' << 16) ^ 0x300030;
  private static final int LINE_FEED = (':' | '\n' << 16) ^ 0x300030;

  private final int base;
  private final int limit;
  private int next;

  /**
   * Prepares to read.
   *
   * @param base the first index as the text writes it
   * @param limit the largest index allowed, base subtracted, unsigned
   */
  PlainFeatures(int base, long limit) {
    this.base = base;
    this.limit = limit < 0 ? Integer.MAX_VALUE : (int) Math.min(limit, Integer.MAX_VALUE);
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
    int[] indices = out.indices();
    float[] values = out.values();
    int entries = out.entries();
    int p = from;
    int least = Math.max((int) smallest, base);
    while (entries < indices.length && entries < values.length) {
      long word = NumberParser.eight(b, p);
      int count = NumberParser.leadingDigits(word);
      int index = (int) NumberParser.someDigits(word, count);
      int at = p + count;
      long pair = word >>> count * 8;
      if (count > 5) {
        pair = NumberParser.eight(b, at);
      }
      int first = (int) (pair >>> 8) & 0xFF;
      if (count == 0 || index < least || index - base > limit || first > 9) {
        break;
      }
      int around = (int) pair & AROUND;
      float value = first;
      if (around == POINT) {
        long fraction = NumberParser.eight(b, at + 3);
        int places = NumberParser.leadingDigits(fraction);
        long digits =
            first * NumberParser.LONG_TENS[places] + NumberParser.someDigits(fraction, places);
        at += places + 3;
        if (places == 0) {
          break;
        }
        if (places == WORD_DIGITS && NumberParser.isDigit(b[at])) {
          long more = NumberParser.eight(b, at);
          int moreCount = NumberParser.leadingDigits(more);
          digits =
              digits * NumberParser.LONG_TENS[moreCount] + NumberParser.someDigits(more, moreCount);
          places += moreCount;
          at += moreCount;
        }
        double exact = digits / NumberParser.TENS[places];
        if (b[at] != ' ' && b[at] != '\n' || NumberParser.mayRoundTwice(digits, exact)) {
          break;
        }
        value = (float) exact;
      } else if (around == BLANK || around == LINE_FEED) {
        at += 2;
      } else {
        break;
      }
      indices[entries] = index - base;
      values[entries] = value;
      entries++;
      least = index + 1;
      p = at;
      if (b[at] == '\n') {
        break;
      }
      p++;
    }
    next = least;
    out.setEntries(entries);
    return p;
  }

  /** Returns the smallest index that a feature may have behind those that were read last. */
  int next() {
    return next;
  }
}
