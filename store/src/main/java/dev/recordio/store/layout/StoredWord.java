// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.layout;

/**
 * The 32 bits that say how a value is stored: bit 31: absent; bit 30: plain though the field has a
 * codec, since it did not shrink; bits 29 to 0: its stored bytes, without the CRC32C after them. An
 * absent value takes no bytes at all, and has no other bits.
 */
public final class StoredWord {
  /** The word of an absent value. */
  public static final int ABSENT = 1 << 31;

  /** Set where a value did not shrink. */
  public static final int PLAIN = 1 << 30;

  /** The most bytes that are stored of a value. */
  public static final int MAX_BYTES = PLAIN - 1;

  /** The bytes of the CRC32C after a value. */
  public static final int CHECKSUM_BYTES = 4;

  private StoredWord() {}

  /** Whether the value is absent. */
  public static boolean isAbsent(int word) {
    return word < 0;
  }

  /** Whether the value is stored as it is under a codec. */
  public static boolean isPlain(int word) {
    return (word & PLAIN) != 0;
  }

  /** Returns the stored bytes of the value, without the CRC32C. */
  public static int length(int word) {
    return word & MAX_BYTES;
  }

  /** Returns the bytes that the value takes in its chunk, with the CRC32C. */
  public static int space(int word) {
    return word < 0 ? 0 : (word & MAX_BYTES) + CHECKSUM_BYTES;
  }

  /** Whether a word is one that writers write. */
  public static boolean isValid(int word) {
    return word >= 0 || word == ABSENT;
  }
}
