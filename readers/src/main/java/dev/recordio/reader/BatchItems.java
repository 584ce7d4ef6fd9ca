// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * How batches are kept: as copies, in batches that are used again.
 *
 * @param <T> the items of the batches
 */
public final class BatchItems<T> implements Items<Batch<T>> {
  private final Items<T> items;

  /** Creates the description of batches of {@code items}. */
  public BatchItems(Items<T> items) {
    this.items = items;
  }

  /** Returns how the items of the batches are kept. */
  public Items<T> items() {
    return items;
  }

  @Override
  public Schema schema() {
    return items.schema().batched();
  }

  @Override
  public String kind() {
    return items.kind() + "s";
  }

  @Override
  public long bytes(Batch<T> item) {
    return item.bytes();
  }

  @Override
  public Batch<Batch<T>> newBatch() {
    return new Copies<>(items);
  }

  @Override
  public Batch<T> copy(Batch<T> item) {
    Batch<T> copy = items.newBatch();
    copy.set(item);
    return copy;
  }

  private static final class Copies<T> extends Batch<Batch<T>> {
    private final Items<T> items;
    private final List<Batch<T>> copies = new ArrayList<>(); // more than size: to be used again
    private int size;
    private long bytes;

    Copies(Items<T> items) {
      this.items = items;
    }

    @Override
    public int size() {
      return size;
    }

    @Override
    public Batch<T> get(int i) {
      return copies.get(Objects.checkIndex(i, size));
    }

    @Override
    public void add(Batch<T> item) {
      if (size == copies.size()) {
        copies.add(items.newBatch());
      }
      copies.get(size++).set(item);
      bytes += item.bytes();
    }

    @Override
    public long bytes() {
      return bytes;
    }

    @Override
    protected void removeAll() {
      size = 0;
      bytes = 0;
    }
  }
}
