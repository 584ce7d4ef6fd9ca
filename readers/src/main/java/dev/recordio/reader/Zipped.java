// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** One item from each of several readers, in the order of the readers. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class Zipped extends AbstractList<Object> {
  private final Object[] items;

  /** Creates it from items, which are not copied. */
  @InterfaceAudience.Private
  public Zipped(Object... items) {
    this.items = items;
  }

  /** Returns the item of reader {@code i}, from 0. */
  @Override
  public Object get(int i) {
    return items[i];
  }

  /**
   * Returns the item of reader {@code i}, from 0.
   *
   * @throws ClassCastException when it is of another class
   */
  public <T> T get(int i, Class<T> as) {
    return as.cast(items[i]);
  }

  @Override
  public int size() {
    return items.length;
  }

  /** Sets the item of reader {@code i}. */
  @InterfaceAudience.Private
  public void put(int i, Object item) {
    items[i] = item;
  }

  @Override
  public String toString() {
    return Arrays.toString(items);
  }

  /** How the items of several readers are kept together. */
  @InterfaceAudience.Private
  public static final class ZippedItems implements Items<Zipped> {
    private final List<Items<Object>> parts;

    /** Creates the description of items of several readers. */
    @SuppressWarnings("unchecked") // each gets the items of its own reader only
    public ZippedItems(List<? extends Items<?>> parts) {
      this.parts = parts.stream().map(items -> (Items<Object>) items).toList();
    }

    @Override
    public Schema schema() {
      return parts.stream().map(Items::schema).reduce(new Schema(List.of()), Schema::and);
    }

    @Override
    public String kind() {
      return "zipped";
    }

    @Override
    public long bytes(Zipped item) {
      long bytes = 0;
      for (int i = 0; i < parts.size(); i++) {
        bytes += parts.get(i).bytes(item.get(i));
      }
      return bytes;
    }

    @Override
    public Zipped copy(Zipped item, Zipped old) {
      Zipped copy = old == null ? new Zipped(new Object[parts.size()]) : old;
      for (int i = 0; i < parts.size(); i++) {
        copy.put(i, parts.get(i).copy(item.get(i), old == null ? null : old.get(i)));
      }
      return copy;
    }
  }
}
