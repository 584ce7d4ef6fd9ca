// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import static dev.recordio.sparse.number.NumberParser.isDigit;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseRule;
import dev.recordio.sparse.number.NumberParser;

/**
 * The tokens of dmlc-core's text parsers: a number is a run of the characters {@code 0-9 + - . e
 * E}, all else around it is skipped, and a run is converted from its first character on, wherever
 * it ends. Indices have 32 bits and wrap. Either all features of a text have values, or none has.
 */
abstract class DmlcTextParser extends TextParser {
  final int base;
  private final boolean labelsSaid;
  private int valued;
  private int bare;

  DmlcTextParser(TextOptions options) {
    super(options.mode());
    base = options.base();
    labelsSaid = Labels.of(options.arguments()) != null;
    if (labelsSaid && Labels.of(options.arguments()) != Labels.FIRST) {
      throw new IllegalArgumentException(
          "labels is "
              + options.arguments().get(Labels.NAME)
              + ", but the mode dmlc reads rows as dmlc-core does, whose rows begin with"
              + " labels; set strict or lenient");
    }
  }

  @Override
  void begin(int from, boolean fileStart) {
    valued = 0;
    bare = 0;
  }

  @Override
  void finish(CsrBlock out) throws MalformedRecordException {
    if (valued != 0 && bare != 0) {
      throw malformed("values at some features only", end(), "values at all features or at none");
    }
  }

  /** The column that an index becomes. */
  final long column(long index) {
    return index - base & 0xFFFFFFFFL;
  }

  final void countEntry(boolean hasValue) {
    valued += hasValue ? 1 : 0;
    bare += hasValue ? 0 : 1;
  }

  /** Skips to the next number of a line; to its end when there is none. */
  static int skipToRun(byte[] b, int from, int lineEnd) {
    int p = from;
    while (p < lineEnd && !inRun(b[p])) {
      p++;
    }
    return p;
  }

  static int runEnd(byte[] b, int from, int lineEnd) {
    int p = from;
    while (p < lineEnd && inRun(b[p])) {
      p++;
    }
    return p;
  }

  private static boolean inRun(int c) {
    return isDigit(c) || c == '+' || c == '-' || c == '.' || c == 'e' || c == 'E';
  }

  /** Skips blanks within a line. */
  static int skipBlanks(byte[] b, int from, int lineEnd) {
    int p = from;
    while (p < lineEnd && isBlank(b[p])) {
      p++;
    }
    return p;
  }

  /** White space before a number is skipped, line ends too. */
  private int skipSpace(byte[] b, int from) {
    int p = from;
    while (p < end() && (b[p] == ' ' || b[p] >= '\t' && b[p] <= '\r')) {
      p++;
    }
    return p;
  }

  /** The number from an index on, 0 where there is none. */
  final float number(byte[] b, int from) {
    int p = skipSpace(b, from);
    if (numbers.parse(b, p) != NumberParser.NONE) {
      return numbers.value();
    }
    return b[p] == '-' ? -0f : 0f;
  }

  /** The unsigned 32-bit number from an index on. */
  final long index(byte[] b, int from) throws MalformedRecordException {
    int p = skipSpace(b, from);
    if (b[p] == '-') {
      throw malformed("negative index", p, "an index of 0 or more");
    }
    p += b[p] == '+' ? 1 : 0;
    long index = 0;
    while (isDigit(b[p])) {
      index = index * 10 + b[p++] - '0';
    }
    return index & 0xFFFFFFFFL;
  }

  /**
   * Reads label and weight, and begins a row.
   *
   * @return the index after, -1 when the line has no number
   */
  final int labelAndWeight(byte[] b, int from, int lineEnd, CsrBlock out) {
    int p = offset(from) == 0 ? skipComment(b, from, lineEnd) : from;
    p = skipToRun(b, p, lineEnd);
    if (p == lineEnd) {
      return -1;
    }
    int label = p;
    out.addRow(number(b, p));
    p = skipBlanks(b, runEnd(b, p, lineEnd), lineEnd);
    boolean hasWeight = p < lineEnd && b[p] == ':';
    if (hasWeight) {
      p = skipToRun(b, p + 1, lineEnd);
      out.setWeight(number(b, p));
      p = runEnd(b, p, lineEnd);
      if (!labelsSaid) {
        doubt(ParseRule.LABEL_WEIGHT, label);
      }
    }
    traits.row(hasWeight, false, 0, 0);
    return p;
  }

  /** The line's end if a comment is at an index, after blanks at most. */
  static int skipComment(byte[] b, int from, int lineEnd) {
    int p = skipBlanks(b, from, lineEnd);
    return p < lineEnd && b[p] == '#' ? lineEnd : from;
  }
}
