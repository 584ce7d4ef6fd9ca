// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.input;

import dev.recordio.sparse.CsrBlock;
import java.io.Closeable;
import java.io.IOException;

/** The rows of a worker, in order, many at a time. */
public interface RowSource extends Closeable {
  /**
   * Rows, whose arrays are the caller's.
   *
   * @param block the rows
   * @param margins what predictions begin with, one a row; null when rows have none
   * @param forValidation whether rounds are measured on them, and not trained
   */
  record Rows(CsrBlock block, float[] margins, boolean forValidation) {
    /** Rows to train on. */
    public Rows(CsrBlock block, float[] margins) {
      this(block, margins, false);
    }
  }

  /**
   * Returns the next rows.
   *
   * @return null at the end
   * @throws dev.recordio.bytes.MalformedRecordException for what breaks a rule, with the file and
   *     the place
   */
  Rows next() throws IOException;

  /** Returns how many columns there are at least, once all rows are read. */
  default long width() {
    return 0;
  }
}
