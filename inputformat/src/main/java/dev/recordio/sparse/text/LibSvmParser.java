// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import static dev.recordio.sparse.number.NumberParser.isDigit;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseRule;

/** Reads {@code label[:weight] [qid:id] index[:value] ...}. */
final class LibSvmParser extends PairParser {
  private boolean hasQid;
  private final PlainFeatures plain;

  LibSvmParser(TextOptions options) {
    super(options);
    plain = new PlainFeatures(numbers, base, limit());
  }

  @Override
  int row(byte[] b, int from, CsrBlock out) throws MalformedRecordException {
    hasQid = false;
    int begin = out.entries();
    int p = skipBlanks(b, from);
    if (isQid(b, p)) {
      p = qid(b, p, out);
    }
    p = features(b, p, out);
    endRow(hasQid, out.entries() - begin);
    return p;
  }

  private int features(byte[] b, int from, CsrBlock out) throws MalformedRecordException {
    int p = from;
    long limit = limit() + Long.MIN_VALUE; // so signed comparison orders unsigned numbers
    long next = 0; // the smallest index that keeps the row sorted
    boolean afterLast = false; // no index does, after 2^64 - 1
    for (; ; ) {
      int c = b[p];
      int d = c - '0';
      if (d < 0 || d > 9) { // no index: a blank, the line's end, a comment or an error
        if (c == ' ' || c == '\t') {
          p++;
          continue;
        }
        if (c == '\n' || c == '\r') {
          return p;
        }
        p = isQid(b, p) ? lateQid(b, p, out) : odd(b, p);
        continue;
      }
      int start = p;
      if (isValued() && !afterLast) { // nearly all features are plain ones
        p = plain.read(b, p, next, out);
        if (p != start) {
          next = plain.next();
          continue;
        }
      }
      // The index, which may overflow; that is checked once its digits are counted.
      long index = d;
      for (d = b[++p] - '0'; d >= 0 && d <= 9; d = b[++p] - '0') {
        index = index * 10 + d;
      }
      long column = index - base;
      if (column + Long.MIN_VALUE > limit || p - start > 18 && overflows(b, start, p)) {
        p = outOfRange(b, start, start, p, column, base, ParseRule.ZERO_INDEX.expected());
        continue;
      }
      // The value, 1 if there is no colon.
      float value = 1;
      int colon = b[p] == ':' ? p : skipBlanks(b, p);
      if (b[colon] == ':') {
        p = value(b, start, colon + 1);
        if (p < 0) {
          p = ~p;
          continue;
        }
        value = value();
      } else if (endsNumber(b[p])) {
        bare(start);
      } else {
        fault(ParseRule.BAD_INDEX, start);
        p = skipFeature(b, start);
        continue;
      }
      // Indices that do not ascend are kept, and counted.
      if (index + Long.MIN_VALUE < next + Long.MIN_VALUE || afterLast) {
        note(index + 1 == next ? ParseRule.DUPLICATE_INDEX : ParseRule.UNSORTED_INDEX);
      }
      next = index + 1;
      afterLast = next == 0;
      out.add(column, value);
    }
  }

  private static boolean isQid(byte[] b, int p) {
    return b[p] == 'q' && b[p + 1] == 'i' && b[p + 2] == 'd' && b[p + 3] == ':';
  }

  private int lateQid(byte[] b, int at, CsrBlock out) throws MalformedRecordException {
    fault(ParseRule.LATE_QID, at);
    return qid(b, at, out);
  }

  private int qid(byte[] b, int at, CsrBlock out) throws MalformedRecordException {
    int from = skipBlanks(b, at + 4);
    int p = from;
    long id = 0;
    while (isDigit(b[p])) {
      id = id * 10 + b[p++] - '0';
    }
    if (p == from || !endsNumber(b[p]) || p - from > 18 && overflows(b, from, p)) {
      fault(ParseRule.BAD_QID, at);
      boolean other = from > at + 4 || isLineEnd(b[from]);
      return other ? from : tokenEnd(b, from);
    }
    if (from > at + 4) {
      fault(ParseRule.BLANK_IN_QID, at);
    }
    if (!hasQid) {
      query(id, at);
      hasQid = true;
      out.setQid(id);
    }
    return p;
  }
}
