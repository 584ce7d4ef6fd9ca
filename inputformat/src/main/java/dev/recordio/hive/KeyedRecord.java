// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.io.BytesWritable;

/** A record's payload and location, since Hive passes a SerDe only the value. */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public final class KeyedRecord extends BytesWritable {
  private final String file;
  private final boolean read;
  private long key;

  /** Creates an empty one. */
  public KeyedRecord() {
    this(null, true);
  }

  /**
   * Creates an empty one.
   *
   * @param file the file that it is read from; null when that is not one file
   * @param read whether the payload is read; it is not if no column is requested
   */
  KeyedRecord(String file, boolean read) {
    this.file = file;
    this.read = read;
  }

  /** Gives the record a key: where it was read, the offset in its file of its first header. */
  void setKey(long recordKey) {
    key = recordKey;
  }

  /** Returns the record's key. */
  long key() {
    return key;
  }

  /** Returns the file that the record is in; null when it is not known. */
  String file() {
    return file;
  }

  /** Returns whether the payload was read. */
  boolean isRead() {
    return read;
  }
}
