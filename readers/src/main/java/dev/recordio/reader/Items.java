// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

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

  /** Returns an empty batch of items. */
  Batch<T> newBatch();

  /** Returns the bytes of an item: those that keeping it takes, about. */
  long bytes(T item);

  /** Returns a copy of an item, which lasts. */
  default T copy(T item) {
    Batch<T> one = newBatch();
    one.add(item);
    return one.get(0);
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
      public T copy(T item) {
        return items.copy(item);
      }
    };
  }
}
