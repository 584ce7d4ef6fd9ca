// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.sample;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.image.ImageRecordHeader;
import java.util.HexFormat;

/**
 * The bytes of an image header that key and labels alone do not give back: one label in a vector of
 * one, a label field that readers ignore, bits of a NaN. They are a hint: used only while they say
 * what key and labels say.
 */
public final class ExactHeader {
  /** The field of a sample's JSON that has it, as hexadecimal digits. */
  public static final String FIELD = "recordio_header";

  private ExactHeader() {}

  /** Returns the bytes of hexadecimal digits; null when the text is something else. */
  static byte[] parse(String digits) {
    boolean hex = digits.length() % 2 == 0 && digits.chars().allMatch(HexFormat::isHexDigit);
    return hex ? HexFormat.of().parseHex(digits) : null;
  }

  /** Whether a header has this key and these labels, and nothing after them. */
  static boolean agrees(byte[] header, long key, long id2, float[] labels, int labelCount) {
    var found = new ImageRecordHeader();
    try {
      found.read(header, 0, header.length, 0);
    } catch (MalformedRecordException e) {
      return false; // of the next label there is only a part
    }
    boolean same =
        found.imageLength() == 0
            && found.id() == key
            && found.id2() == id2
            && found.labelCount() == labelCount;
    for (int i = 0; same && i < labelCount; i++) {
      same = Float.floatToIntBits(found.label(i)) == Float.floatToIntBits(labels[i]);
    }
    return same;
  }
}
