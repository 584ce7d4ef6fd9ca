// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bzip2;

import dev.recordio.bytes.MalformedRecordException;

/** Constants of the bzip2 format, and its errors. */
final class Bzip2Format {
  /** Begins a block: the digits of pi. */
  static final long BLOCK_MARK = 0x314159265359L;

  /** Ends a stream: the digits of pi's square root. */
  static final long END_MARK = 0x177245385090L;

  static final int MARK_BITS = 48;

  /** The most bytes of a block of level 1, before runs are expanded. */
  static final int LEVEL_BYTES = 100_000;

  static final int MAX_LEVEL = 9;

  private Bzip2Format() {}

  /**
   * Returns an error; the caller fills in the file's name.
   *
   * @param bit where, in bits
   */
  static MalformedRecordException damaged(long bit, String expected, String found) {
    return new MalformedRecordException(
        "damaged compressed file",
        null,
        bit >>> 3,
        -1,
        expected,
        found + " (the offset counts packed bytes)");
  }
}
