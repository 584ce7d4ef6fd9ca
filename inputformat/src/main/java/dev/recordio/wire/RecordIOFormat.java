// SPDX-License-Identifier: Apache-2.0
package dev.recordio.wire;

import dev.recordio.bytes.LittleEndian;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Constants and word arithmetic of the RecordIO wire format (FORMAT.md, "The part").
 *
 * <p>A part is a magic word, a length word (<i>lrec</i>), the part's bytes and zero to three bytes
 * of zero padding. Words are 32 bits, little endian, and begin at multiples of four from the start
 * of the file.
 */
@InterfaceAudience.Public
@InterfaceStability.Stable
public final class RecordIOFormat {
  /** The word that begins every part; stored as the bytes {@code 0A 23 D7 CE}. */
  public static final int MAGIC = 0xCED7230A;

  /** Every part begins at a multiple of this many bytes. */
  public static final int ALIGNMENT = 4;

  /** Bytes of a part's header: the magic word and the length word. */
  public static final int HEADER_BYTES = 8;

  /** The longest payload of a record, in bytes: 2^29 - 1. */
  public static final int MAX_PAYLOAD_BYTES = (1 << 29) - 1;

  /**
   * The longest record on disk, in bytes: 2^27 - 1 magic words and a tail of three bytes. Each
   * magic word costs a header in place of its four bytes; the tail costs a header and its padding.
   */
  public static final int MAX_FRAMED_BYTES = (1 << 30) + ALIGNMENT;

  /** cflag of a part that is a whole record. */
  public static final int WHOLE = 0;

  /** cflag of the first part of a record of several. */
  public static final int FIRST = 1;

  /** cflag of a part that is neither first nor last. */
  public static final int MIDDLE = 2;

  /** cflag of the last part of a record of several. */
  public static final int LAST = 3;

  private RecordIOFormat() {}

  /** Returns the little-endian word at {@code bytes[index .. index + 4)}. */
  public static int word(byte[] bytes, int index) {
    return LittleEndian.getInt(bytes, index);
  }

  /** Stores {@code word} little endian at {@code bytes[index .. index + 4)}. */
  public static void putWord(byte[] bytes, int index, int word) {
    LittleEndian.putInt(bytes, index, word);
  }

  /** Returns the part's place in its record, the top three bits of {@code lrec}: 0 to 7. */
  public static int cflag(int lrec) {
    return lrec >>> 29;
  }

  /** Returns the part's length in bytes without padding, the low 29 bits of {@code lrec}. */
  public static int partLength(int lrec) {
    return lrec & MAX_PAYLOAD_BYTES;
  }

  /** Returns the length word of a part of {@code length} bytes. */
  public static int lrec(int cflag, int length) {
    return cflag << 29 | length;
  }

  /** Rounds {@code n} up to a multiple of {@link #ALIGNMENT}. */
  public static long align(long n) {
    return (n + 3) & ~3L;
  }

  /** Whether {@code lrec}, following a magic word, begins a record. */
  public static boolean beginsRecord(int lrec) {
    return cflag(lrec) <= FIRST;
  }
}
