// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bytes;

import java.nio.charset.StandardCharsets;

/** Formats a piece of invalid text for an error: quoted, on one line, and not too long. */
public final class Excerpt {
  private static final int LIMIT = 64;

  private Excerpt() {}

  /**
   * Quotes at most 64 bytes. Non-printing characters become escapes; when the bytes are not UTF-8,
   * every byte outside ASCII does.
   */
  public static String of(byte[] text, int from, int to) {
    int end = to;
    if (to - from > LIMIT) {
      end = from + LIMIT;
      while (end > from + LIMIT - 3 && (text[end] & 0xC0) == 0x80) {
        end--;
      }
    }
    String decoded = new String(text, from, end - from, StandardCharsets.UTF_8);
    boolean raw = decoded.indexOf('\uFFFD') >= 0;
    if (raw) {
      decoded = new String(text, from, end - from, StandardCharsets.ISO_8859_1);
    }
    return quote(decoded, raw) + (end < to ? "..." : "");
  }

  /** Quotes a whole text, with the same escapes. */
  public static String of(String text) {
    return quote(text, false);
  }

  private static String quote(String text, boolean raw) {
    StringBuilder out = new StringBuilder(text.length() + 8).append('"');
    text.codePoints().forEach(c -> append(out, c, raw));
    return out.append('"').toString();
  }

  private static void append(StringBuilder out, int c, boolean raw) {
    if (c == '\t') {
      out.append("\\t");
    } else if (c == '\r') {
      out.append("\\r");
    } else if (c == '\n') {
      out.append("\\n");
    } else if (c < ' ' || c == 0x7F || raw && c > 0x7F) {
      out.append(hex(c, "\\x", 2));
    } else if (prints(c)) {
      out.appendCodePoint(c);
    } else {
      out.append(hex(c, "\\u", 4));
    }
  }

  private static boolean prints(int c) {
    int type = Character.getType(c);
    return c == ' '
        || type != Character.CONTROL
            && type != Character.FORMAT
            && type != Character.SURROGATE
            && type != Character.UNASSIGNED
            && !Character.isSpaceChar(c);
  }

  private static String hex(int c, String prefix, int digits) {
    String hex = Integer.toHexString(c);
    return prefix + "0".repeat(Math.max(0, digits - hex.length())) + hex;
  }
}
