// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;

/** Reads LibFM text as dmlc-core's parser does: comments are data, a lone number is skipped. */
final class DmlcLibFmParser extends DmlcTextParser {
  private final int fieldBase;

  DmlcLibFmParser(TextOptions options) {
    super(options);
    fieldBase = LibFmParser.fieldBase(options);
  }

  @Override
  int line(byte[] b, int from, CsrBlock out) throws MalformedRecordException {
    int end = lineEnd(b, from);
    int p = labelAndWeight(b, from, end, out);
    if (p < 0) {
      return end;
    }
    while (p < end) {
      p = skipToRun(b, p, end);
      if (p == end) {
        break;
      }
      long field = index(b, p);
      p = skipBlanks(b, runEnd(b, p, end), end);
      if (p == end || b[p] != ':') {
        continue;
      }
      p = skipToRun(b, p + 1, end);
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
      out.add((int) (field - fieldBase), column(index), value);
    }
    return end;
  }
}
