// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.manifest;

import dev.recordio.bytes.Excerpt;
import dev.recordio.bytes.MalformedRecordException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/** A JSON object whose last member is the CRC32C of all bytes before this member's name. */
final class SealedText {
  /** The member's name. */
  static final String NAME = "crc32c";

  private static final byte[] BEFORE = ascii("\"" + NAME + "\": \"");
  private static final byte[] AFTER = ascii("\"\n}\n");
  private static final int DIGITS = 8;
  private static final int LENGTH = BEFORE.length + DIGITS + AFTER.length;

  private SealedText() {}

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Returns a text with its last member.
   *
   * @param text the object up to where the member's name begins
   */
  static byte[] seal(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    var sealed = new ByteArrayOutputStream(bytes.length + LENGTH);
    sealed.writeBytes(bytes);
    sealed.writeBytes(BEFORE);
    sealed.writeBytes(digits(bytes, bytes.length));
    sealed.writeBytes(AFTER);
    return sealed.toByteArray();
  }

  private static byte[] digits(byte[] bytes, int end) {
    var crc = new CRC32C();
    crc.update(bytes, 0, end);
    return ascii(HexFormat.of().toHexDigits((int) crc.getValue()));
  }

  /**
   * Checks a file.
   *
   * @param what what an error calls a file that is damaged
   * @param file its name, for messages
   * @return the offset of the last member's name
   */
  static int open(byte[] bytes, String what, String file) throws MalformedRecordException {
    int end = bytes.length - LENGTH;
    int digits = end + BEFORE.length;
    if (end < 0
        || !Arrays.equals(bytes, end, digits, BEFORE, 0, BEFORE.length)
        || !Arrays.equals(bytes, digits + DIGITS, bytes.length, AFTER, 0, AFTER.length)) {
      throw new MalformedRecordException(
          what,
          file,
          Math.max(0, end),
          -1,
          "the member " + NAME + " at the end",
          end < 0 ? bytes.length + " bytes in all" : "something else");
    }
    byte[] expected = digits(bytes, end);
    if (!Arrays.equals(bytes, digits, digits + DIGITS, expected, 0, DIGITS)) {
      throw new MalformedRecordException(
          what,
          file,
          end,
          -1,
          "the CRC32C " + Excerpt.of(expected, 0, DIGITS),
          Excerpt.of(bytes, digits, digits + DIGITS));
    }
    return end;
  }
}
