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
   */
  record Rows(CsrBlock block, float[] margins) {}

  /**
   * Returns the next rows.
   *
   * @return null at the end
   * @throws dev.recordio.bytes.MalformedRecordException for what breaks a rule, with the file and
   *     the place
   */
  Rows next() throws IOException;
}
