// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.number.NumberParser;

/**
 * Reads CSV text as dmlc-core's parser does: a cell is the number it begins with, or missing, and
 * the rest of it is skipped; a header becomes a row without entries.
 */
final class DmlcCsvParser extends TextParser {
  private final CsvOptions options;

  DmlcCsvParser(CsvOptions options) {
    super(options.mode());
    this.options = options;
  }

  @Override
  int line(byte[] b, int from, CsrBlock out) throws MalformedRecordException {
    int end = lineEnd(b, from);
    if (end == from) {
      return end;
    }
    out.addRow(0);
    int features = 0;
    int column = 0;
    for (int p = from; p < end; column++) {
      int cell = p;
      while (isBlank(b[p]) && b[p] != options.delimiter()) {
        p++;
      }
      boolean missing = numbers.parse(b, p) == NumberParser.NONE;
      float value = missing ? 0 : numbers.value();
      if (column == options.labelColumn()) {
        out.setLabel(value);
      } else if (column == options.weightColumn()) {
        out.setWeight(value);
      } else {
        if (!missing) {
          out.add(features, value);
        }
        features++;
      }
      while (p < end && b[p] != options.delimiter()) {
        p++;
      }
      if (p == end && features == 0) {
        throw malformed("no delimiter", cell, "the delimiter '" + options.delimiter() + "'");
      }
      p++;
    }
    traits.row(options.weightColumn() >= 0, false, 0, 0);
    return end;
  }
}
