// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.output;

import dev.recordio.bytes.UnsignedDecimal;
import dev.recordio.sparse.number.ShortestFloat;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** ASCII text while it is built: words, keys, labels. Reused. */
public final class TextBytes {
  private static final int NEGATIVE_NAN = 0xFFC00000;

  /** Up to here whole numbers are written as such. */
  private static final int MAX_WHOLE = 1 << 24;

  private byte[] bytes = new byte[1 << 10];
  private int length;

  /**
   * Returns a number with equally many digits as others, so that names sort as numbers do.
   *
   * @throws IllegalArgumentException when it has more
   */
  public static String padded(long number, int digits) {
    var name = new char[digits];
    long rest = number;
    for (int i = digits - 1; i >= 0; i--) {
      name[i] = (char) ('0' + rest % 10);
      rest /= 10;
    }
    if (rest != 0) {
      throw new IllegalArgumentException(number + " has more than " + digits + " digits");
    }
    return new String(name);
  }

  /** Begins another text. */
  public TextBytes clear() {
    length = 0;
    return this;
  }

  public byte[] bytes() {
    return bytes;
  }

  public int length() {
    return length;
  }

  private void reserve(int count) {
    if (length + count > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + count, 2 * bytes.length));
    }
  }

  public TextBytes put(char c) {
    reserve(1);
    bytes[length++] = (byte) c;
    return this;
  }

  public TextBytes put(String ascii) {
    reserve(ascii.length());
    for (int i = 0; i < ascii.length(); i++) {
      bytes[length++] = (byte) ascii.charAt(i);
    }
    return this;
  }

  public TextBytes putUtf8(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    reserve(utf8.length);
    System.arraycopy(utf8, 0, bytes, length, utf8.length);
    length += utf8.length;
    return this;
  }

  /** Appends an unsigned number. */
  public TextBytes put(long number) {
    reserve(UnsignedDecimal.MAX_DIGITS + Long.BYTES);
    length = UnsignedDecimal.put(bytes, length, number);
    return this;
  }

  public TextBytes putSigned(long number) {
    if (number < 0) {
      put('-');
    }
    return put(Math.abs(number));
  }

  public TextBytes putHex(byte[] from, int offset, int count) {
    for (int i = offset; i < offset + count; i++) {
      put(Character.forDigit(from[i] >> 4 & 0xF, 16)).put(Character.forDigit(from[i] & 0xF, 16));
    }
    return this;
  }

  /** Appends a label as Python's JSON: {@code 3.0}, {@code 0.1}, {@code "NaN"}. */
  public TextBytes putJson(float label) {
    if (Float.isNaN(label)) {
      return put("\"NaN\"");
    }
    if (Float.isInfinite(label)) {
      return put(label > 0 ? "\"Infinity\"" : "\"-Infinity\"");
    }
    int start = length;
    putList(label);
    for (int i = start; i < length; i++) {
      if (bytes[i] == '.' || (bytes[i] | 0x20) == 'e') {
        return this;
      }
    }
    return put(".0");
  }

  /** Appends a label for a list: {@code 3}, {@code 0.1}, {@code nan}. */
  public TextBytes putList(float label) {
    if (Float.floatToRawIntBits(label) == NEGATIVE_NAN) {
      return put("-nan");
    }
    reserve(ShortestFloat.MAX_BYTES + Long.BYTES);
    int start = length;
    length = ShortestFloat.put(bytes, start, label);
    if (Math.abs(label) > MAX_WHOLE || label != (int) label) {
      checkAsDouble(start, label);
    }
    return this;
  }

  /**
   * Most readers round the text to a double first, and that to a float. Of a few floats the
   * shortest decimal becomes another one then ({@code 7.038531e-26}): these get all their digits.
   */
  private void checkAsDouble(int start, float label) {
    if (Float.isNaN(label) || Float.isInfinite(label)) {
      return;
    }
    String text = new String(bytes, start, length - start, StandardCharsets.ISO_8859_1);
    if ((float) Double.parseDouble(text) != label) {
      length = start;
      put(Double.toString(label));
    }
  }
}
