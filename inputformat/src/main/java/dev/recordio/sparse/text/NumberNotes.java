// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import dev.recordio.sparse.ParseRule;
import dev.recordio.sparse.number.FloatScaling;
import dev.recordio.sparse.number.NumberParser;

/** Finds why a value is infinite, not a number, or 0. */
final class NumberNotes {
  /** The bits of 2^24: positive floats below are noted only if they are 0. */
  static final int EXACT = 0x4B800000;

  private NumberNotes() {}

  /**
   * Returns the note about a number, or null.
   *
   * @param at where its text begins
   * @param magnitude the bits of its value without the sign
   */
  static ParseRule of(byte[] b, int at, int magnitude) {
    int p = b[at] == '-' || b[at] == '+' ? at + 1 : at;
    boolean written = NumberParser.isDigit(b[p]) || b[p] == '.';
    if (magnitude >= FloatScaling.INFINITY) {
      return written ? ParseRule.VALUE_OVERFLOW : ParseRule.VALUE_NOT_FINITE;
    }
    if (magnitude != 0) {
      return null;
    }
    while (b[p] == '0' || b[p] == '.') {
      p++;
    }
    return NumberParser.isDigit(b[p]) ? ParseRule.VALUE_UNDERFLOW : null;
  }
}
