// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export.target;

import java.io.Closeable;
import java.io.IOException;

/** A shard while it is written. Closing it without {@link #finish} leaves it incomplete. */
public interface TargetShard extends Closeable {
  /**
   * Writes the next record.
   *
   * @param record good until the method returns
   * @throws dev.recordio.bytes.MalformedRecordException for a record that the format can't hold
   */
  void write(ExportRecord record) throws IOException;

  /** Completes the shard after its last record; not called after an error. */
  void finish() throws IOException;
}
