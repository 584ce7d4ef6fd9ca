// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bytes;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/**
 * How names of files, and other text that comes from others, are written into lists and messages:
 * in one line and one cell, without characters that a terminal would interpret or hide.
 *
 * <p>These are controls (C0, DEL, C1), line and paragraph separators, bidirectional marks, and
 * unpaired surrogates. Each is written as {@code \t}, {@code \n}, {@code \r}, {@code \xHH} (below
 * U+0100) or {@code \}{@code uHHHH}.
 */
public final class NameText {
  private NameText() {}

  /** Returns a text for people: backslashes stay, so that escaping twice changes nothing. */
  public static String shown(String text) {
    return escape(text, false);
  }

  /**
   * Returns the name that bytes are in UTF-8, with {@code \xHH} for each byte that is not.
   *
   * @param from the index of the first byte
   * @param to the index after the last one
   */
  public static String ofUtf8(byte[] name, int from, int to) {
    ByteBuffer bytes = ByteBuffer.wrap(name, from, to - from);
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    CharBuffer text = CharBuffer.allocate(4 * bytes.remaining());
    CoderResult result = decoder.decode(bytes, text, true);
    while (result.isMalformed()) {
      for (int i = 0; i < result.length(); i++) {
        text.put(String.format("\\x%02X", bytes.get()));
      }
      result = decoder.decode(bytes, text, true);
    }
    return text.flip().toString();
  }

  /** Returns a text for lists: a backslash is written as two, so that it can be read back. */
  public static String escape(String text) {
    return escape(text, true);
  }

  private static String escape(String text, boolean backslashes) {
    if (text.codePoints().noneMatch(c -> isEscaped(c) || backslashes && c == '\\')) {
      return text;
    }
    var out = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            c -> {
              if (isEscaped(c)) {
                append(out, c);
              } else {
                out.append(backslashes && c == '\\' ? "\\" : "").appendCodePoint(c);
              }
            });
    return out.toString();
  }

  private static void append(StringBuilder out, int c) {
    switch (c) {
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> out.append(String.format(c < 0x100 ? "\\x%02X" : "\\u%04X", c));
    }
  }

  private static boolean isEscaped(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      case Character.FORMAT -> // only bidirectional marks: others belong to scripts
          c == 0x061C
              || c == 0x200E
              || c == 0x200F
              || c >= 0x202A && c <= 0x202E
              || c >= 0x2066 && c <= 0x2069;
      default -> false;
    };
  }

  /**
   * Returns the text that {@link #escape} escaped.
   *
   * @throws IllegalArgumentException when a backslash begins none of its escapes
   */
  public static String unescape(String escaped) {
    if (escaped.indexOf('\\') < 0) {
      return escaped;
    }
    var text = new StringBuilder(escaped.length());
    for (int i = 0; i < escaped.length(); i++) {
      char c = escaped.charAt(i);
      if (c != '\\') {
        text.append(c);
        continue;
      }
      char kind = ++i < escaped.length() ? escaped.charAt(i) : ' ';
      switch (kind) {
        case '\\' -> text.append('\\');
        case 't' -> text.append('\t');
        case 'n' -> text.append('\n');
        case 'r' -> text.append('\r');
        case 'x' -> text.append(hex(escaped, i + 1, i += 2));
        case 'u' -> text.append(hex(escaped, i + 1, i += 4));
        default -> throw invalid(escaped);
      }
    }
    return text.toString();
  }

  /** Returns the character of the hexadecimal digits from the first index to the last one. */
  private static char hex(String escaped, int first, int last) {
    int value = last < escaped.length() ? 0 : -1;
    for (int i = first; i <= last && value >= 0; i++) {
      int digit = Character.digit(escaped.charAt(i), 16);
      value = digit < 0 ? -1 : value << 4 | digit;
    }
    if (value < 0) {
      throw invalid(escaped);
    }
    return (char) value;
  }

  private static IllegalArgumentException invalid(String escaped) {
    return new IllegalArgumentException(
        "a backslash begins \\\\, \\t, \\n, \\r, \\xHH or \\uHHHH: " + shown(escaped));
  }
}
