// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import static dev.recordio.sparse.number.NumberParser.isDigit;

import dev.recordio.sparse.CsrBlock;
import java.util.Arrays;
import java.util.Map;

/** Reads the label ids that a row begins with, and the first line of files that have such rows. */
final class LabelIds {
  /** The argument that has the number of labels. */
  static final String COLUMNS = "label_columns";

  private static final int MAX_DIGITS = 18; // any number of these fits a long

  private final long columns;
  private long[] sorted = {};

  /** Makes a reader for as many labels as the arguments say. */
  LabelIds(Map<String, String> arguments) {
    columns = Long.parseLong(arguments.getOrDefault(COLUMNS, "0"));
  }

  /**
   * Adds the ids of a list, {@code 1,4,7}, to the last row of a block.
   *
   * @return what was expected instead; null when the list is one
   */
  String read(byte[] b, int from, int to, CsrBlock into) {
    int first = into.entries();
    long last = -1;
    boolean ascends = true;
    for (int p = from; p <= to; p++) {
      int begin = p;
      long id = 0;
      while (isDigit(b[p]) && p - begin < MAX_DIGITS) {
        id = id * 10 + b[p++] - '0';
      }
      if (p == begin || p < to && b[p] != ',') {
        return "label ids, whole numbers with commas between";
      }
      if (id >= (columns == 0 ? Integer.MAX_VALUE : columns)) {
        return columns == 0 ? "a label id below 2^31 - 1" : "a label id below " + columns;
      }
      ascends &= id > last;
      last = id;
      into.add(id, 1);
    }
    return ascends || areDifferent(into, first) ? null : "each label id once";
  }

  private boolean areDifferent(CsrBlock ids, int first) {
    int count = ids.entries() - first;
    sorted = sorted.length < count ? new long[count] : sorted;
    for (int i = 0; i < count; i++) {
      sorted[i] = ids.index(first + i);
    }
    Arrays.sort(sorted, 0, count);
    for (int i = 1; i < count; i++) {
      if (sorted[i - 1] == sorted[i]) {
        return false;
      }
    }
    return true;
  }

  /** Returns the three whole numbers that a line has alone; null when it has others. */
  static long[] totals(byte[] b, int from) {
    long[] totals = new long[3];
    int p = from;
    for (int i = 0; i < totals.length; i++) {
      int begin = p;
      while (isDigit(b[p]) && p - begin < MAX_DIGITS) {
        totals[i] = totals[i] * 10 + b[p++] - '0';
      }
      if (p == begin || !TextParser.isBlank(b[p]) && !TextParser.isLineEnd(b[p])) {
        return null;
      }
      p = TextParser.skipBlanks(b, p);
    }
    return TextParser.isLineEnd(b[p]) ? totals : null;
  }
}
