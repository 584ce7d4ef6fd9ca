// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

/**
 * One thing that is wrong with a file of records.
 *
 * @param kind what shows it
 * @param offset in the file, in bytes: in the first record that was hit, or where it ends
 * @param end the offset after what was hit; not before {@code offset}
 * @param length the bytes of the record's payload, as far as an index gives them, else 0
 * @param key the record's, unsigned
 * @param hasKey whether an index gives the key
 * @param reason what is wrong, and the likely cause
 */
public record Finding(
    Kind kind, long offset, long end, long length, long key, boolean hasKey, String reason) {
  /** What shows that something is wrong. */
  public enum Kind {
    /** Headers and magic words alone. */
    CHAIN,
    /** A record is not where the index has it, or has another length. */
    PLACE,
    /** The index has a record after the file's end. */
    BEYOND,
    /** The record is where the index has it, and not as it was written. */
    RECORD,
    /** The padding after a record is not zero: wrong if the file's checksum is. */
    PADDING,
    /** The payload is no image, as it claims. */
    IMAGE,
    /** A line of text is no row. */
    ROW,
    /** The index contradicts itself, or lacks what it should have. */
    INDEX
  }

  /** Returns a finding of headers and magic words. */
  static Finding ofChain(long offset, long end, String reason) {
    return new Finding(Kind.CHAIN, offset, end, 0, 0, false, reason);
  }

  /** Returns a finding about the index, at a place in the file. */
  static Finding ofIndex(long offset, String reason) {
    return new Finding(Kind.INDEX, offset, offset, 0, 0, false, reason);
  }

  /** Returns the same with another reason. */
  Finding because(String otherReason) {
    return new Finding(kind, offset, end, length, key, hasKey, otherReason);
  }

  /** Returns the key in decimal digits; null when it is not known. */
  String keyText() {
    return hasKey ? Long.toUnsignedString(key) : null;
  }

  /** Returns the offset after the stretch that was hit, which has a byte at least. */
  public long stretchEnd() {
    return Math.max(end, offset + 1);
  }
}
