// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.format;

import dev.recordio.bytes.MalformedRecordException;

/** The errors of images. */
public final class Damage {
  private static final int MAX_TEXT = 200; // characters of a decoder's own text

  private Damage() {}

  /**
   * Returns the error of an image.
   *
   * @param at bytes from the beginning of the image
   */
  public static MalformedRecordException at(long at, String expected, String found) {
    return new MalformedRecordException("invalid image", null, at, -1, expected, found);
  }

  /** Returns the error of an image that a decoder gives up, with what it says. */
  public static MalformedRecordException of(long at, String expected, Throwable cause) {
    Throwable root = cause;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    var damage = at(at, expected, text(root));
    damage.initCause(cause);
    return damage;
  }

  private static String text(Throwable cause) {
    String text = cause.getMessage();
    if (text == null || text.isBlank()) {
      return cause.getClass().getSimpleName();
    }
    String line = text.strip().replaceAll("\\s+", " ");
    return line.length() > MAX_TEXT ? line.substring(0, MAX_TEXT) : line;
  }

  /** Returns up to 8 bytes as hexadecimal digits, or that there is nothing. */
  public static String bytes(byte[] bytes, int from, int end) {
    if (from >= end) {
      return "the end of the image";
    }
    var text = new StringBuilder();
    for (int i = from; i < Math.min(end, from + 8); i++) {
      text.append(text.isEmpty() ? "" : " ").append(String.format("%02x", bytes[i] & 0xff));
    }
    return text.toString();
  }
}
