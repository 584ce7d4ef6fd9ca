// SPDX-License-Identifier: Apache-2.0
package dev.recordio.npy;

import dev.recordio.bytes.MalformedRecordException;

/** Python's literals of texts. */
final class PythonString {
  private static final String ESCAPES = "\\'\"nrtabfv";
  private static final String ESCAPED = "\\'\"\n\r\t\u0007\b\f\u000b";

  private final String text;
  private final int begin;

  /**
   * @param begin where the quote before it is
   */
  PythonString(String text, int begin) {
    this.text = text;
    this.begin = begin;
  }

  /** Reads a text; its reader continues after the quote after it. */
  String read(PythonLiteral reader) throws MalformedRecordException {
    char quote = text.charAt(begin);
    var out = new StringBuilder();
    for (int at = begin + 1; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == quote) {
        reader.continueAt(at + 1);
        return out.toString();
      }
      if (c < ' ') {
        break;
      }
      if (c != '\\') {
        out.append(c);
        continue;
      }
      int last = escape(at + 1, out);
      if (last < 0) {
        reader.continueAt(at);
        throw reader.malformed("an escape of Python's");
      }
      at = last;
    }
    throw reader.malformed("a text with a quote after it");
  }

  /** Appends an escaped character; returns where its last digit or letter is, -1 if invalid. */
  private int escape(int at, StringBuilder out) {
    char kind = at < text.length() ? text.charAt(at) : 0;
    int known = kind == 0 ? -1 : ESCAPES.indexOf(kind);
    if (known >= 0) {
      out.append(ESCAPED.charAt(known));
      return at;
    }
    int digits = kind == 'x' ? 2 : kind == 'u' ? 4 : kind == 'U' ? 8 : 0;
    int end = at + 1 + digits;
    if (digits == 0
        || end > text.length()
        || !text.substring(at + 1, end).matches("[0-9a-fA-F]+")) {
      return -1;
    }
    long code = Long.parseLong(text.substring(at + 1, end), 16);
    if (code > Character.MAX_CODE_POINT) {
      return -1;
    }
    out.appendCodePoint((int) code);
    return end - 1;
  }

  /** Returns a text as Python's {@code repr} does. */
  static String repr(String text) {
    char quote = text.indexOf('\'') >= 0 && text.indexOf('"') < 0 ? '"' : '\'';
    var out = new StringBuilder().append(quote);
    text.codePoints().forEach(c -> append(out, c, quote));
    return out.append(quote).toString();
  }

  private static void append(StringBuilder out, int c, char quote) {
    if (c == quote || c == '\\') {
      out.append('\\').append((char) c);
    } else if (c == '\n' || c == '\r' || c == '\t') {
      out.append('\\').append(c == '\n' ? 'n' : c == '\r' ? 'r' : 't');
    } else if (isPrintable(c)) {
      out.appendCodePoint(c);
    } else if (c < 0x100) {
      out.append(String.format("\\x%02x", c));
    } else {
      out.append(String.format(c < 0x10000 ? "\\u%04x" : "\\U%08x", c));
    }
  }

  /** Python's rule: not of the categories "other" and "separator", except the space. */
  private static boolean isPrintable(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      case Character.SPACE_SEPARATOR -> c == ' ';
      default -> true;
    };
  }
}
