// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.io.BytesWritable;

/** A record's payload together with its key, as Hive hands a SerDe the value alone. */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public final class KeyedRecord extends BytesWritable {
  private long key;

  /** Makes an empty one. */
  public KeyedRecord() {}

  /** Gives the record a key: where it was read, the offset in its file of its first header. */
  void setKey(long recordKey) {
    key = recordKey;
  }

  /** Returns the record's key. */
  long key() {
    return key;
  }
}
