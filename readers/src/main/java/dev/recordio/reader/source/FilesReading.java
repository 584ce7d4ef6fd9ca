// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import java.io.Closeable;
import java.io.IOException;

/** Items of files that are read side by side. */
interface FilesReading<T> extends Closeable {
  /** Steps to the next item; false after the last one. */
  boolean next() throws IOException;

  /** Returns the item, whose ordinal is its number in its file. */
  T item();

  /** Returns which file it is of. */
  int file();
}
