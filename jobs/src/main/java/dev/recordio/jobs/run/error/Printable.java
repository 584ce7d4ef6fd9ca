// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.error;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Text that may be shown: names of files and members come from others, and terminals interpret some
 * characters.
 */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public final class Printable {
  private Printable() {}

  /**
   * Returns {@code text} in one line; characters that a terminal would interpret or hide are
   * escaped: controls (C0, DEL, C1), line and paragraph separators, bidirectional marks, and
   * unpaired surrogates. Backslashes stay, so that escaping twice changes nothing.
   */
  public static String of(String text) {
    if (text.codePoints().noneMatch(Printable::isEscaped)) {
      return text;
    }
    var out = new StringBuilder(text.length() + 16);
    text.codePoints().forEach(c -> append(out, c));
    return out.toString();
  }

  private static void append(StringBuilder out, int c) {
    if (!isEscaped(c)) {
      out.appendCodePoint(c);
      return;
    }
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
}
