// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import static dev.recordio.sparse.number.NumberParser.isDigit;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;

/** Reads LibSVM text as dmlc-core's parser does. */
final class DmlcLibSvmParser extends DmlcTextParser {
  DmlcLibSvmParser(TextOptions options) {
    super(options);
  }

  @Override
  int line(byte[] b, int from, CsrBlock out) throws MalformedRecordException {
    int end = lineEnd(b, from);
    int p = labelAndWeight(b, from, end, out);
    if (p < 0) {
      return end;
    }
    p = qid(b, p, end, out);
    while (p < end) {
      p = skipToRun(b, skipComment(b, p, end), end);
      if (p == end) {
        break;
      }
      long index = index(b, p);
      p = skipBlanks(b, runEnd(b, p, end), end);
      float value = 1;
      boolean hasValue = p < end && b[p] == ':';
      if (hasValue) {
        p = skipToRun(b, p + 1, end);
        value = number(b, p);
        p = runEnd(b, p, end);
      }
      countEntry(hasValue);
      out.add(column(index), value);
    }
    return end;
  }

  private static int qid(byte[] b, int from, int end, CsrBlock out) {
    int p = from;
    while (b[p] == ' ') {
      p++;
    }
    if (end - p < 4 || b[p] != 'q' || b[p + 1] != 'i' || b[p + 2] != 'd' || b[p + 3] != ':') {
      return p;
    }
    p += 4;
    out.setQid(signed(b, skipBlanks(b, p, end)));
    return runEnd(b, p, end);
  }

  /** A signed 64-bit number that stays at the end of its range. */
  private static long signed(byte[] b, int from) {
    int p = b[from] == '-' || b[from] == '+' ? from + 1 : from;
    long most = b[from] == '-' ? Long.MIN_VALUE : -Long.MAX_VALUE;
    long negative = 0;
    for (; isDigit(b[p]); p++) {
      int d = b[p] - '0';
      negative = negative < (most + d) / 10 ? most : negative * 10 - d;
    }
    return b[from] == '-' ? negative : -negative;
  }
}
