// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Items that are kept together, as copies.
 *
 * @param <T> the items
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public abstract class Batch<T> {
  private int fill;

  /** Creates an empty batch. */
  @InterfaceAudience.Private
  protected Batch() {}

  /** Returns the number of items. */
  public abstract int size();

  /** Returns an item: a view, valid until the next call and until the batch changes. */
  public abstract T get(int i);

  /** Returns how many of the last items only fill the batch up: they are repeated. */
  public final int fill() {
    return fill;
  }

  /** Whether an item only fills the batch up. */
  public final boolean isFill(int i) {
    return i >= size() - fill;
  }

  /** Adds a copy of an item. */
  @InterfaceAudience.Private
  public abstract void add(T item);

  /** Returns the bytes of all items, about. */
  @InterfaceAudience.Private
  public abstract long bytes();

  /** Removes all items; memory is kept, to be used again. */
  @InterfaceAudience.Private
  protected abstract void removeAll();

  /** Adds a copy of an item that fills the batch up. */
  @InterfaceAudience.Private
  public final void addFill(T item) {
    add(item);
    fill++;
  }

  /** Removes all items; memory is kept, to be used again. */
  @InterfaceAudience.Private
  public final void clear() {
    fill = 0;
    removeAll();
  }

  /** Makes this a copy of another batch of the same kind. */
  @InterfaceAudience.Private
  public void set(Batch<T> other) {
    clear();
    for (int i = 0; i < other.size(); i++) {
      add(other.get(i));
    }
    fill = other.fill;
  }
}
