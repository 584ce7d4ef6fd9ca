// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import dev.recordio.sparse.ParseMode;

/**
 * How CSV text is read.
 *
 * @param mode what happens to text outside of the grammar
 * @param labelColumn the column of the label, from 0; -1 for none: all labels are 0
 * @param weightColumn the column of the weight, from 0; -1 for none
 * @param delimiter what separates cells: an ASCII character, but no digit, letter, sign, dot,
 *     quote, blank or line end; a tab may be
 * @param header whether the first line of a file is a header
 * @param maxIndex the largest feature allowed, from 0, as an unsigned number; -1 for no limit.
 *     {@link ParseMode#DMLC} has none
 */
public record CsvOptions(
    ParseMode mode,
    int labelColumn,
    int weightColumn,
    char delimiter,
    Header header,
    long maxIndex) {
  /** Whether the first line of a file is a header. */
  public enum Header {
    /** It is one if it has a cell that is not empty and no cell is a number. */
    AUTO,
    /** It is one. */
    YES,
    /** It is not one. */
    NO
  }

  /** Checks columns and delimiter. */
  public CsvOptions {
    if (labelColumn < -1 || weightColumn < -1) {
      throw new IllegalArgumentException("a column counts from 0; -1 means none");
    }
    if (labelColumn >= 0 && labelColumn == weightColumn) {
      throw new IllegalArgumentException("label and weight both in column " + labelColumn);
    }
    if (delimiter != '\t' && (delimiter <= ' ' || delimiter >= 0x7F)
        || Character.isLetterOrDigit(delimiter)
        || "+-.\"".indexOf(delimiter) >= 0) {
      throw new IllegalArgumentException("no such delimiter: " + (int) delimiter);
    }
  }

  /** Reads any number of features. */
  public CsvOptions(
      ParseMode mode, int labelColumn, int weightColumn, char delimiter, Header header) {
    this(mode, labelColumn, weightColumn, delimiter, header, -1);
  }

  /** Reads with a mode; comma, no label, no weight, a header recognised. */
  public CsvOptions(ParseMode mode) {
    this(mode, -1, -1, ',', Header.AUTO);
  }
}
