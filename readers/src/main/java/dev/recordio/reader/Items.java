// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * How the items of a stage are kept beyond the next call of {@link Reader#next}.
 *
 * @param <T> the items
 */
public interface Items<T> {
  /** Returns what the items are. */
  Schema schema();

  /** Returns what an item is in a word, for programs that read what is written of it. */
  String kind();

  /** Returns an empty batch of items. An implementation has this method, or {@code copy}. */
  default Batch<T> newBatch() {
    return new Copies<>(this);
  }

  /** Returns the bytes of an item: those that keeping it takes, about. */
  long bytes(T item);

  /** Returns a copy of an item, which lasts. */
  default T copy(T item) {
    return copy(item, null);
  }

  /**
   * Returns a copy of an item, which lasts.
   *
   * @param old a copy that is no longer needed: its memory is used if it fits; or null
   */
  default T copy(T item, T old) {
    Batch<T> one = newBatch();
    one.add(item);
    return one.get(0);
  }

  /**
   * Reads something of the arrays of an item, so that they are in the processor's cache soon.
   *
   * @return a number that depends on what was read: who uses it keeps the reads
   */
  default long touch(T item) {
    return 0;
  }

  /** Returns the same items with another description. */
  default Items<T> as(Schema schema) {
    Items<T> items = this;
    return new Items<>() {
      @Override
      public Schema schema() {
        return schema;
      }

      @Override
      public String kind() {
        return items.kind();
      }

      @Override
      public Batch<T> newBatch() {
        return items.newBatch();
      }

      @Override
      public long bytes(T item) {
        return items.bytes(item);
      }

      @Override
      public T copy(T item, T old) {
        return items.copy(item, old);
      }

      @Override
      public long touch(T item) {
        return items.touch(item);
      }
    };
  }

  /**
   * How batches are kept: as copies, in batches that are used again.
   *
   * @param <T> the items of the batches
   */
  public static final class BatchItems<T> implements Items<Batch<T>> {
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
    public Batch<T> copy(Batch<T> item, Batch<T> old) {
      Batch<T> copy = old == null ? items.newBatch() : old;
      copy.set(item);
      return copy;
    }
  }

  /**
   * Copies of items, each by itself; those that were removed are used again.
   *
   * @param <T> the items
   */
  final class Copies<T> extends Batch<T> {
    private final Items<T> items;
    private final List<T> copies = new ArrayList<>(); // more than size: to be used again
    private int size;
    private long bytes;

    private Copies(Items<T> items) {
      this.items = items;
    }

    @Override
    public int size() {
      return size;
    }

    @Override
    public T get(int i) {
      return copies.get(Objects.checkIndex(i, size));
    }

    @Override
    public void add(T item) {
      if (size == copies.size()) {
        copies.add(null);
      }
      copies.set(size, items.copy(item, copies.get(size)));
      size++;
      bytes += items.bytes(item);
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
