// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * A batch of objects that nobody changes, such as the results of a function. They are not copied.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class ListBatch<T> extends Batch<T> {
  private static final int ASSUMED_BYTES = 64;

  private final List<T> list = new ArrayList<>();

  /** Creates an empty batch. */
  @InterfaceAudience.Private
  public ListBatch() {}

  /** Describes objects that nobody changes. */
  @InterfaceAudience.Private
  public static <T> Items<T> items(Schema schema) {
    return new Items<>() {
      @Override
      public Schema schema() {
        return schema;
      }

      @Override
      public String kind() {
        return "object";
      }

      @Override
      public Batch<T> newBatch() {
        return new ListBatch<>();
      }

      @Override
      public long bytes(T item) {
        return ASSUMED_BYTES;
      }

      @Override
      public T copy(T item, T old) {
        return item;
      }
    };
  }

  @Override
  public int size() {
    return list.size();
  }

  @Override
  public T get(int i) {
    return list.get(i);
  }

  @InterfaceAudience.Private
  @Override
  public void add(T item) {
    list.add(item);
  }

  @InterfaceAudience.Private
  @Override
  public long bytes() {
    return (long) ASSUMED_BYTES * list.size();
  }

  @InterfaceAudience.Private
  @Override
  protected void removeAll() {
    list.clear();
  }
}
