// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import java.io.Closeable;
import java.io.IOException;

/** The entries of an index in the order of the file, from a range on. */
interface IndexEntries extends Closeable {
  /** The length of a payload that the index does not give. */
  int UNKNOWN = -1;

  /**
   * Steps to the next entry.
   *
   * @return false after the last one
   * @throws dev.recordio.bytes.MalformedRecordException when the index is damaged
   */
  boolean next() throws IOException;

  /** Returns where the record begins. */
  long offset();

  /** Returns the offset after the record. */
  long end() throws IOException;

  /** Returns the bytes of the payload, or {@link #UNKNOWN}. */
  int length();

  /** Returns the record's key, unsigned. */
  long key();

  /** Whether {@link #checksum} is available. */
  boolean hasChecksum();

  /** Returns the CRC32C of the payload. */
  int checksum();

  /** Returns the suffix of the index, for messages. */
  String suffix();
}
