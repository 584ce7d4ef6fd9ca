// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse;

import dev.recordio.wire.MalformedRecordException;
import java.util.Locale;

/** Reads lines of numbers: the first becomes the row's label, the others its values. */
final class NumbersParser extends TextParser {
  private final NumbersFormat.Meaning meaning;

  NumbersParser(ParseMode mode, NumbersFormat.Meaning meaning) {
    super(mode);
    this.meaning = meaning;
  }

  @Override
  int line(byte[] b, int from, CsrBlock out) throws MalformedRecordException {
    int p = skipBlanks(b, from);
    int count = 0;
    while (!isLineEnd(b[p]) && b[p] != '#') {
      int end = numbers.parse(b, p);
      if (end < 0 || !PairParser.endsNumber(b[end]) && b[end] != ',') {
        fault(ParseRule.BAD_VALUE, p);
        break;
      }
      if (!meaning.takes(numbers.value(), count)) {
        throw malformed("not a " + meaning.name().toLowerCase(Locale.ROOT), p, meaning.expected());
      }
      if (count == 0) {
        out.addRow(numbers.value());
      } else {
        out.add(count - 1L, numbers.value());
      }
      count++;
      p = skipBlanks(b, end);
      p = b[p] == ',' ? skipBlanks(b, p + 1) : p;
    }
    if (count > 0) {
      traits.row(false, false, count - 1, 0);
    }
    return lineEnd(b, p);
  }
}
