// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.spec;

import dev.recordio.conf.InvalidSettingException;

/** Goes through the text of a pipeline: blanks, separators, words and quotes. */
final class SpecScanner {
  private final String text;
  private int at;

  SpecScanner(String text) {
    this.text = text;
  }

  int at() {
    return at;
  }

  boolean atEnd() {
    return at == text.length();
  }

  /** Whether the next character is {@code c}. */
  boolean at(char c) {
    return !atEnd() && text.charAt(at) == c;
  }

  /** Whether the next character is a blank. */
  boolean atBlank() {
    return !atEnd() && isBlank(text.charAt(at));
  }

  /** Whether the next character is a bar between blanks or ends of the text. */
  boolean atSeparator() {
    return isSeparator(text, at);
  }

  /** Whether the character at {@code index} is a bar between blanks or ends of the text. */
  static boolean isSeparator(String text, int index) {
    return index < text.length()
        && text.charAt(index) == '|'
        && (index == 0 || isBlank(text.charAt(index - 1)))
        && (index + 1 == text.length() || isBlank(text.charAt(index + 1)));
  }

  static boolean isBlank(char c) {
    return Character.isWhitespace(c);
  }

  /** Returns the next character, and does not take it. */
  char peek() {
    return text.charAt(at);
  }

  /** Takes the next character. */
  char next() {
    return text.charAt(at++);
  }

  /** Takes the next character if it is {@code c}. */
  boolean skip(char c) {
    boolean found = at(c);
    at += found ? 1 : 0;
    return found;
  }

  void skipBlanks() {
    while (atBlank()) {
      at++;
    }
  }

  /** Returns to an earlier place. */
  void backTo(int index) {
    at = index;
  }

  String rest() {
    return text.substring(at);
  }

  /** Takes a name; returns an empty string when there is none. */
  String name() {
    int from = at;
    while (!atEnd() && StageCall.isInName(text.charAt(at), at > from)) {
      at++;
    }
    return text.substring(from, at);
  }

  /** Takes the quoted text that begins here, and returns it without quotes. */
  String quoted() {
    int open = at++;
    var value = new StringBuilder();
    while (!at('"')) {
      if (atEnd()) {
        throw place(open).error("the quote that opens here is not closed");
      }
      char c = next();
      value.append(c == '\\' && (at('"') || at('\\')) ? next() : c);
    }
    at++;
    return value.toString();
  }

  /** Appends a character of a text in quotes, so that {@link #quoted} takes it. */
  static void appendQuoted(StringBuilder text, char c) {
    if (c == '"' || c == '\\') {
      text.append('\\');
    }
    text.append(c);
  }

  Place place(int index) {
    return new Place(text, index);
  }

  /** Returns the error that something else was expected here. */
  InvalidSettingException expected(String what) {
    return place(at).error("expected " + what + ", found " + found());
  }

  private String found() {
    if (atEnd()) {
      return "the end";
    }
    int c = text.codePointAt(at);
    return Character.isISOControl(c)
        ? String.format("U+%04X", c)
        : "'" + Character.toString(c) + "'";
  }

  /**
   * A place in the text of a pipeline, for errors.
   *
   * @param spec the text
   * @param index of a character of it, or its length
   */
  record Place(String spec, int index) {
    /** Of what was made without a text. */
    static final Place NONE = new Place("", -1);

    /** How many characters of a long text an error quotes on either side of the place. */
    private static final int MAX_AROUND = 60;

    /**
     * Returns an error that names the column, counted from 1, and quotes the text around it, in one
     * line.
     */
    InvalidSettingException error(String what) {
      String message =
          index < 0 ? what : what + " (column " + column() + " of '" + excerpt() + "')";
      return new InvalidSettingException(message.replaceAll("\\p{Cntrl}", " "));
    }

    /** Returns the error that {@code cause} is part of. */
    InvalidSettingException error(String what, Throwable cause) {
      return (InvalidSettingException) error(what).initCause(cause);
    }

    private int column() {
      return spec.codePointCount(0, index) + 1;
    }

    private String excerpt() {
      int from = index <= MAX_AROUND ? 0 : index - MAX_AROUND;
      int to = Math.min(spec.length(), index + MAX_AROUND);
      if (from > 0 && Character.isLowSurrogate(spec.charAt(from))) {
        from++;
      }
      if (to < spec.length() && Character.isLowSurrogate(spec.charAt(to))) {
        to--;
      }
      String shown = spec.substring(from, to);
      return (from > 0 ? "..." : "") + shown + (to < spec.length() ? "..." : "");
    }
  }
}
