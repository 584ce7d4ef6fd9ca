// SPDX-License-Identifier: Apache-2.0
package dev.recordio.conf;

import java.util.Arrays;

/** A list of record keys as users write it: unsigned numbers of 64 bits, separated by commas. */
public final class UnsignedKeys {
  private UnsignedKeys() {}

  /**
   * Returns the keys of a list, in ascending order of signed numbers, each once.
   *
   * @throws InvalidSettingException when an entry is no such number
   */
  public static long[] parse(String list) {
    return Arrays.stream(list.split(",", -1))
        .mapToLong(key -> key(key.trim()))
        .sorted()
        .distinct()
        .toArray();
  }

  private static long key(String text) {
    try {
      return Long.parseUnsignedLong(text);
    } catch (NumberFormatException e) {
      var invalid = new InvalidSettingException("'" + text + "' is no such number");
      invalid.initCause(e);
      throw invalid;
    }
  }
}
