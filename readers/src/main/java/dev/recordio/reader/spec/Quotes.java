// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.spec;

/** Which texts need quotes, and how they are written in them. */
final class Quotes {
  private Quotes() {}

  /** Whether a value without quotes ends before the character. */
  static boolean endsValue(char c) {
    return SpecScanner.isBlank(c) || c == ',' || c == '(' || c == ')' || c == '"';
  }

  /** Appends a value, in quotes if it is not read back without them. */
  static void appendValue(StringBuilder text, String value, boolean hasName) {
    boolean plain =
        !value.isEmpty()
            && value.chars().noneMatch(c -> endsValue((char) c))
            && (hasName || !beginsWithName(value));
    if (plain) {
      text.append(value);
      return;
    }
    text.append('"');
    value.chars().forEach(c -> append(text, (char) c));
    text.append('"');
  }

  /** Whether the value has a name and an equals sign first. */
  private static boolean beginsWithName(String value) {
    int i = 0;
    while (i < value.length() && StageCall.isInName(value.charAt(i), i > 0)) {
      i++;
    }
    return i > 0 && i < value.length() && value.charAt(i) == '=';
  }

  /** Appends a character of a text that is in quotes. */
  static void append(StringBuilder text, char c) {
    if (c == '"' || c == '\\') {
      text.append('\\');
    }
    text.append(c);
  }
}
