// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.sample;

import java.nio.charset.StandardCharsets;

/** Keys as text: decimal digits of an unsigned number of 64 bits, and nothing else. */
final class KeyText {
  /** What is expected, for errors. */
  static final String EXPECTED = "a whole number from 0 to 2^64 - 1 in decimal digits as key";

  private static final long LAST_WITH_ROOM = Long.divideUnsigned(-1, 10);
  private static final int MAX_SHOWN = 40;

  private KeyText() {}

  /**
   * Reads a key. Leading zeros are allowed; signs, spaces and digits outside ASCII are not.
   *
   * @throws NumberFormatException when it is none, or beyond 2^64 - 1
   */
  static long parse(byte[] text, int from, int to) {
    if (from == to) {
      throw new NumberFormatException(EXPECTED);
    }
    long key = 0;
    for (int i = from; i < to; i++) {
      int digit = text[i] - '0';
      boolean fits =
          digit >= 0
              && digit <= 9
              && Long.compareUnsigned(key, LAST_WITH_ROOM) <= 0
              && Long.compareUnsigned(key * 10, -1L - digit) <= 0;
      if (!fits) {
        throw new NumberFormatException(EXPECTED);
      }
      key = key * 10 + digit;
    }
    return key;
  }

  /** Reads a key, as {@link #parse(byte[], int, int)}. */
  static long parse(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return parse(bytes, 0, bytes.length);
  }

  /** Returns what was found in place of a key, for errors: quoted, its beginning if it is long. */
  static String found(String text) {
    return text.length() <= MAX_SHOWN
        ? "'" + text + "'"
        : "'" + text.substring(0, MAX_SHOWN) + "…' of " + text.length() + " characters";
  }
}
