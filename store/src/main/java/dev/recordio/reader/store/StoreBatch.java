// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.store;

import dev.recordio.reader.Batch;
import dev.recordio.store.StoreRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** Records of a store that are kept together. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class StoreBatch extends Batch<StoreItem> {
  private final List<StoreItem> items = new ArrayList<>(); // more than size: to be used again
  private int size;
  private long bytes;

  /** Creates an empty batch. */
  @InterfaceAudience.Private
  public StoreBatch() {}

  @Override
  public int size() {
    return size;
  }

  @Override
  public StoreItem get(int i) {
    return items.get(Objects.checkIndex(i, size));
  }

  @InterfaceAudience.Private
  @Override
  public void add(StoreItem item) {
    if (size == items.size()) {
      items.add(new StoreItem(new StoreRecord()));
    }
    items.get(size++).copyFrom(item);
    bytes += item.record().valueBytes();
  }

  @InterfaceAudience.Private
  @Override
  public long bytes() {
    return bytes;
  }

  @InterfaceAudience.Private
  @Override
  protected void removeAll() {
    size = 0;
    bytes = 0;
  }
}
