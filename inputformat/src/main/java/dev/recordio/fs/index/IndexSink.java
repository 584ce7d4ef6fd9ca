// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.index;

import java.io.Closeable;
import java.io.IOException;

/** Takes the entries of one file's index, in order. */
public interface IndexSink extends Closeable {
  /**
   * Takes the entry of the next record.
   *
   * @param key unsigned
   * @param offset where the record's first header begins
   * @param length bytes of the payload
   * @param checksum CRC32C of the payload, if the job computes them
   */
  void entry(long key, long offset, int length, int checksum) throws IOException;

  /**
   * Takes what is known after the last entry.
   *
   * @param recordsLength bytes of the file of records
   * @param recordsChecksum its CRC32C, if the job computes it
   */
  void finish(long recordsLength, int recordsChecksum) throws IOException;
}
