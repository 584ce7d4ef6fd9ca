// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import java.util.AbstractList;
import java.util.Arrays;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** An item of each of several readers, in the order of the readers. */
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

  /** Returns one with as many items, which are to be set. */
  static Zipped of(int size) {
    return new Zipped(new Object[size]);
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
}
