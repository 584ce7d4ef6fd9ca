// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

/**
 * Items that are kept in numbered slots, 0 .. size - 1, and replaced one by one.
 *
 * @param <T> the items
 */
interface Slots<T> {
  /** Returns the number of slots. */
  int size();

  /** Keeps a copy of an item: in a slot in use, in place of its item, or in the next new slot. */
  void put(int slot, T item);

  /** Returns the item of a slot: a view, valid until something changes. */
  T get(int slot);

  /** Asks memory for the item of a slot, which will be needed soon: for speed alone. */
  default void touch(int slot) {}

  /** Gives up a slot: the last one gets its number. */
  void remove(int slot);

  /** Makes slots, which are empty, so that there are as many. */
  void grow(int size);

  /** Gives up all slots. */
  void clear();
}
