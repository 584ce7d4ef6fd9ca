// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.store;

import dev.recordio.reader.Placed;
import dev.recordio.store.StoreRecord;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * A record of a store in a pipeline. Its ordinal is its id, its path the store's folder; the offset
 * in a file is 0.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class StoreItem extends Placed {
  private final StoreRecord record;

  /** Creates an item without values. */
  @InterfaceAudience.Private
  public StoreItem(StoreRecord record) {
    this.record = record;
  }

  /** Returns the record: a view that is valid as long as the item. */
  public StoreRecord record() {
    return record;
  }

  /** Makes this a copy of another item, which lasts. */
  void copyFrom(StoreItem other) {
    record.copyFrom(other.record);
    setPlace(other.position(), other.ordinal(), other.path(), other.fileOffset());
  }
}
