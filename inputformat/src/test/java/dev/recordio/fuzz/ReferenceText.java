// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fuzz;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a second parser of LibSVM text, slow and plain, shares with another mode's: numbers by a
 * regular expression and Float.parseFloat, integers by BigInteger, and the outcome of a text.
 */
abstract class ReferenceText {
  static final BigInteger TWO_32 = BigInteger.ONE.shiftLeft(32);
  static final BigInteger TWO_64 = BigInteger.ONE.shiftLeft(64);

  private static final Pattern NUMBER =
      Pattern.compile(
          "[+-]?(?:(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?|(?i:infinity|inf|nan))");
  private static final Pattern LINE_END = Pattern.compile("\r\n|\r|\n");
  private static final String MARK = "\u00EF\u00BB\u00BF";

  /** A row; bits of floats, so that they compare exactly; qid null where none was set. */
  static final class Row {
    final long position;
    int label;
    Integer weight;
    BigInteger qid;
    final List<String> entries = new ArrayList<>();

    Row(long position, float label) {
      this.position = position;
      this.label = Float.floatToRawIntBits(label);
    }

    void add(BigInteger index, float value) {
      entries.add(index + ":" + Integer.toHexString(Float.floatToRawIntBits(value)));
    }
  }

  /** The first rule that was broken in a way that is an error. */
  static final class Fault extends Exception {
    private static final long serialVersionUID = 1L;

    final String rule;
    final int at;

    Fault(String rule, int at) {
      super(rule + " at " + at, null, false, false);
      this.rule = rule;
      this.at = at;
    }
  }

  final List<Row> rows = new ArrayList<>();
  final Map<String, Long> counts = new TreeMap<>();
  String error; // rule, offset in the file and line, null if none

  final int base;
  String text;
  private long origin; // offset in the file of the text's first byte
  private long line;
  private Matcher number;

  ReferenceText(int base) {
    this.base = base;
  }

  /** Reads a text that begins at an offset of its file, and at a line. */
  final void parse(String whole, long fileOffset, long firstLine) {
    text = whole;
    origin = fileOffset;
    line = firstLine;
    number = NUMBER.matcher(text).useAnchoringBounds(false);
    int from = origin == 0 && text.startsWith(MARK) ? MARK.length() : 0;
    Matcher ends = LINE_END.matcher(text);
    int before = rows.size();
    try {
      while (from < text.length()) {
        boolean more = ends.find(from);
        before = rows.size();
        line(from, more ? ends.start() : text.length());
        from = more ? ends.end() : text.length();
        line++;
      }
      finish();
    } catch (Fault e) {
      rows.subList(before, rows.size()).clear();
      error = e.rule + " at " + (origin + e.at) + ", line " + line;
    }
  }

  /** Reads a line, {@code [from, to)} of the text. */
  abstract void line(int from, int to) throws Fault;

  abstract void finish() throws Fault;

  final long offset(int at) {
    return origin + at;
  }

  final void count(String rule) {
    counts.merge(rule, 1L, Long::sum);
  }

  /** Returns the character at an index; a line end after the text. */
  final char at(int index) {
    return index < text.length() ? text.charAt(index) : '\n';
  }

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  final boolean isLineEnd(int at) {
    return at(at) == '\n' || at(at) == '\r';
  }

  final int skip(int from, String characters) {
    int p = from;
    while (p < text.length() && characters.indexOf(text.charAt(p)) >= 0) {
      p++;
    }
    return p;
  }

  final int skipBlanks(int from) {
    return skip(from, " \t");
  }

  final int skipDigits(int from) {
    return skip(from, "0123456789");
  }

  final BigInteger integer(int from, int to) {
    return new BigInteger(text.substring(from, to));
  }

  /** Returns where the number that begins at an index ends; -1 when none does. */
  final int numberEnd(int from) {
    if (from >= text.length()) {
      return -1;
    }
    number.region(from, text.length());
    return number.lookingAt() ? number.end() : -1;
  }

  final float number(int from, int to) {
    String token = text.substring(from, to).toLowerCase(Locale.ROOT);
    if (token.endsWith("nan")) {
      return Float.NaN;
    }
    if (token.contains("inf")) {
      return token.startsWith("-") ? Float.NEGATIVE_INFINITY : Float.POSITIVE_INFINITY;
    }
    return Float.parseFloat(token);
  }
}
