// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import dev.recordio.reader.Hint;
import dev.recordio.reader.Record;
import java.io.Closeable;
import java.io.IOException;

/** A way to read the records of one epoch. */
interface RecordReading extends Closeable {
  /**
   * Steps to the next record of the share.
   *
   * @param view becomes the record
   * @return which item of the share it is, from 0; -1 after the last one
   */
  long next(Record view) throws IOException;

  /** Returns where the current record is. */
  Hint hint();
}
