// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import org.apache.hadoop.io.BytesWritable;

/** A record's payload and location, since Hive passes a SerDe only the value. */
public final class KeyedRecord extends BytesWritable {
  private final boolean read;
  private String file;
  private long key;

  /** Creates an empty one. */
  public KeyedRecord() {
    this(true);
  }

  /**
   * Creates an empty one.
   *
   * @param read whether the payload is read; it is not if no column is requested
   */
  KeyedRecord(boolean read) {
    this.read = read;
  }

  /**
   * Gives the record its place: a value may have been made by the reader of another split, as Tez
   * reads the splits of a task into one.
   *
   * @param recordFile the file that it is read from; null when that is not one file
   * @param recordKey the offset in its file of its first header
   */
  void setPlace(String recordFile, long recordKey) {
    file = recordFile;
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
