// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import dev.recordio.bytes.MalformedRecordException;

/** A parser that must know the first line of a file before it reads lines from anywhere in it. */
public interface HeaderParser extends LineParser {
  /**
   * Takes the beginning of the file whose lines are parsed from now on.
   *
   * @param head holds the bytes from 0 on
   * @param length how many there are
   * @param whole whether the file has no more
   * @return false when the first line that is not blank does not end in these bytes
   * @throws MalformedRecordException without a path, when the columns are not the ones of the names
   * @throws IllegalArgumentException when a column that an option names is not there
   */
  boolean header(byte[] head, int length, boolean whole) throws MalformedRecordException;

  /** Whether the file has a header, not only columns, whose names are c0, c1 and so on then. */
  boolean hasHeader();

  /** Returns the columns; null when they are not given, and no file had a line so far. */
  CsvColumns columns();
}
