// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import dev.recordio.fs.row.RowNotes;
import dev.recordio.sparse.CsrBlock;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.fs.Path;

/** Blocks of rows of an input, in its order. */
interface RowReading extends Closeable {
  /** Returns the next rows, at least one, valid until the next call; null after the last ones. */
  CsrBlock next() throws IOException;

  /** Returns which file, from the first one that is read, the rows are of. */
  int file();

  /** Returns that file. */
  Path path();

  /** Returns what is said of the rows so far. */
  RowNotes notes();
}
