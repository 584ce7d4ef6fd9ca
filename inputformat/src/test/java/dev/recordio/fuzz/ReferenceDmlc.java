// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fuzz;

import java.math.BigInteger;

/** LibSVM text as docs/rows.md says that it is read in the mode "dmlc". */
final class ReferenceDmlc extends ReferenceText {
  private static final String RUN = "0123456789+-.eE";
  private static final String SPACE = " \t\n\u000B\f\r";

  private boolean hasValued;
  private boolean hasBare;

  ReferenceDmlc(int base) {
    super(base);
  }

  @Override
  void line(int from, int to) throws Fault {
    boolean comment = offset(from) == 0 && at(skipBlanks(from)) == '#';
    int p = comment ? to : run(from, to);
    if (p == to) {
      return;
    }
    var row = new Row(offset(from), number(p));
    rows.add(row);
    p = skipBlanks(runEnd(p, to));
    if (p < to && at(p) == ':') {
      p = run(p + 1, to);
      row.weight = Float.floatToRawIntBits(number(p));
      p = runEnd(p, to);
    }
    p = skip(p, " ");
    if (text.startsWith("qid:", p)) {
      row.qid = signed(skipBlanks(p + 4));
      p = runEnd(p + 4, to);
    }
    while (p < to && at(skipBlanks(p)) != '#') {
      p = run(p, to);
      if (p < to) {
        p = feature(row, p, to);
      }
    }
  }

  private int feature(Row row, int from, int to) throws Fault {
    if (at(from) == '-') {
      throw new Fault("negative index", from);
    }
    int digits = from + (at(from) == '+' ? 1 : 0);
    int end = skipDigits(digits);
    BigInteger index = end == digits ? BigInteger.ZERO : integer(digits, end);
    int p = skipBlanks(runEnd(from, to));
    float value = 1;
    if (p < to && at(p) == ':') {
      p = run(p + 1, to);
      value = number(p);
      p = runEnd(p, to);
      hasValued = true;
    } else {
      hasBare = true;
    }
    row.add(index.subtract(BigInteger.valueOf(base)).mod(TWO_32), value);
    return p;
  }

  @Override
  void finish() throws Fault {
    if (hasValued && hasBare) {
      throw new Fault("values at some features only", text.length());
    }
  }

  /** Where the next number of a line begins; the line's end when there is none. */
  private int run(int from, int to) {
    int p = from;
    while (p < to && RUN.indexOf(at(p)) < 0) {
      p++;
    }
    return p;
  }

  private int runEnd(int from, int to) {
    return Math.min(to, skip(from, RUN));
  }

  /**
   * The number after white space from an index on, in the next lines too; 0 where there is none.
   */
  private float number(int from) {
    int begin = skip(from, SPACE);
    int end = numberEnd(begin);
    return end < 0 ? (at(begin) == '-' ? -0f : 0f) : number(begin, end);
  }

  /** A query id, which stays within 64 bits with a sign. */
  private BigInteger signed(int from) {
    int digits = from + ("+-".indexOf(at(from)) >= 0 ? 1 : 0);
    int end = skipDigits(digits);
    BigInteger number = end == digits ? BigInteger.ZERO : integer(digits, end);
    BigInteger id = at(from) == '-' ? number.negate() : number;
    BigInteger top = BigInteger.valueOf(Long.MAX_VALUE);
    return id.min(top).max(BigInteger.valueOf(Long.MIN_VALUE));
  }
}
