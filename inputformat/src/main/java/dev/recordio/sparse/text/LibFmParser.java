// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import static dev.recordio.sparse.number.NumberParser.isDigit;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseRule;

/** Reads {@code label[:weight] field:index[:value] ...}. The index base holds for fields too. */
final class LibFmParser extends PairParser {
  private static final long MAX_FIELD = 0xFFFFFFFFL;

  private long number;

  LibFmParser(TextOptions options) {
    super(options);
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
    long field = number - base;
    if (Long.compareUnsigned(field, MAX_FIELD) > 0 || p - start > 18 && overflows(b, start, p)) {
      return outOfRange(b, start, start, p, field);
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
      return outOfRange(b, start, second, p, column);
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
