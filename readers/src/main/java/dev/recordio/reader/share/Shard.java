// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.share;

import dev.recordio.conf.InvalidSettingException;

/**
 * One of several workers.
 *
 * @param worker which one, from 0
 * @param workers how many there are
 */
public record Shard(int worker, int workers) {
  /**
   * Reads {@code I/N}.
   *
   * @throws InvalidSettingException when it is none
   */
  public static Shard parse(String text) {
    String[] parts = text.split("/", -1);
    try {
      int worker = Integer.parseInt(parts[0].trim());
      int workers = Integer.parseInt(parts.length == 2 ? parts[1].trim() : "");
      if (worker >= 0 && worker < workers) {
        return new Shard(worker, workers);
      }
    } catch (NumberFormatException e) {
      throw invalid(text, e);
    }
    throw invalid(text, null);
  }

  private static InvalidSettingException invalid(String text, NumberFormatException cause) {
    var invalid =
        new InvalidSettingException(
            "'" + text + "' is no shard: write I/N, such as 0/4, with I from 0 to N - 1");
    invalid.initCause(cause);
    return invalid;
  }
}
