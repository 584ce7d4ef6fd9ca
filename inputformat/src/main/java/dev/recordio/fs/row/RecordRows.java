// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.row;

import dev.recordio.sparse.CsrBlock;
import java.io.IOException;

/** Makes rows of the payloads of records. */
interface RecordRows {
  /** Begins the payload {@code bytes[from .. from + length)}, good until the next one begins. */
  void begin(byte[] bytes, int from, int length);

  /**
   * Adds the payload's next rows to a block, which may be cleared first unless {@link #isFull} says
   * that more fit after those that it has.
   *
   * @return whether the payload may have more rows
   * @throws dev.recordio.bytes.MalformedRecordException when it is malformed, with the offset in
   *     the payload; no rows are added then
   */
  boolean next(CsrBlock block) throws IOException;

  /** Whether a block is handed out as it is, before further rows are read. */
  boolean isFull(CsrBlock block);
}
