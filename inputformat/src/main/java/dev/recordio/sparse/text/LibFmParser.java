// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import static dev.recordio.sparse.number.NumberParser.isDigit;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseRule;

/**
 * Reads {@code label[:weight] field:index[:value] ...}. The index base holds for fields too, unless
 * they have one of their own.
 */
final class LibFmParser extends PairParser {
  private static final long MAX_FIELD = 0xFFFFFFFFL;

  /** The argument that gives fields a base of their own. */
  static final String FIELD_BASE = "field_base";

  private static final String FIELDS_FROM_ONE =
      "fields from 1, as the index base says; " + FIELD_BASE + "=0 has them begin at 0";

  private final int fieldBase;
  private long number;

  LibFmParser(TextOptions options) {
    super(options);
    fieldBase = fieldBase(options);
  }

  /** Returns the first field as the text writes it: as the argument says, else the first index. */
  static int fieldBase(TextOptions options) {
    String said = options.arguments().get(FIELD_BASE);
    if (said == null) {
      return options.base();
    }
    if (!said.equals("0") && !said.equals("1")) {
      throw new IllegalArgumentException(FIELD_BASE + " is '" + said + "'; it takes 0 or 1");
    }
    return said.charAt(0) - '0';
  }

  @Override
  int row(byte[] b, int from, CsrBlock out) throws MalformedRecordException {
    int begin = out.entries();
    int p = from;
    while (!isLineEnd(b[p])) {
      if (isBlank(b[p])) {
        p++;
      } else if (isDigit(b[p])) {
        p = feature(b, p, out);
      } else {
        p = odd(b, p);
      }
    }
    endRow(false, out.entries() - begin);
    return p;
  }

  private int feature(byte[] b, int start, CsrBlock out) throws MalformedRecordException {
    // The field.
    int p = integer(b, start);
    long field = number - fieldBase;
    if (Long.compareUnsigned(field, MAX_FIELD) > 0 || p - start > 18 && overflows(b, start, p)) {
      return outOfRange(b, start, start, p, field, fieldBase, FIELDS_FROM_ONE);
    }
    int colon = b[p] == ':' ? p : skipBlanks(b, p);
    if (b[colon] != ':') {
      fault(endsNumber(b[p]) ? ParseRule.FIELD_WITHOUT_INDEX : ParseRule.BAD_INDEX, start);
      return tokenEnd(b, p);
    }
    // The index.
    int second = skipBlanks(b, colon + 1);
    second += b[second] == '+' && isDigit(b[second + 1]) ? 1 : 0;
    if (!isDigit(b[second])) {
      return noIndex(b, start, second);
    }
    p = integer(b, second);
    long column = number - base;
    if (Long.compareUnsigned(column, limit()) > 0 || p - second > 18 && overflows(b, second, p)) {
      return outOfRange(b, start, second, p, column, base, ParseRule.ZERO_INDEX.expected());
    }
    // The value, 1 if there is no colon.
    colon = b[p] == ':' ? p : skipBlanks(b, p);
    if (b[colon] == ':') {
      p = value(b, start, colon + 1);
      if (p < 0) {
        return ~p;
      }
      out.add((int) field, column, value());
    } else if (endsNumber(b[p])) {
      bare(start);
      out.add((int) field, column, 1);
    } else {
      fault(ParseRule.BAD_INDEX, second);
      return tokenEnd(b, p);
    }
    return p;
  }

  private int integer(byte[] b, int from) {
    int p = from;
    long read = 0;
    for (int d = b[p] - '0'; d >= 0 && d <= 9; d = b[++p] - '0') {
      read = read * 10 + d;
    }
    number = read;
    return p;
  }

  private int noIndex(byte[] b, int start, int second) throws MalformedRecordException {
    if (endsNumber(b[second])) {
      fault(ParseRule.FIELD_WITHOUT_INDEX, start);
      return second;
    }
    boolean negative = b[second] == '-' && isDigit(b[second + 1]);
    fault(negative ? ParseRule.NEGATIVE_INDEX : ParseRule.BAD_INDEX, second);
    return tokenEnd(b, second);
  }
}
