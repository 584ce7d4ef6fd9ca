// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.reader.Batch;
import dev.recordio.reader.Items;
import java.util.Arrays;

/**
 * Items of any kind in slots. They are added to a batch, whatever slot they are for; when it has
 * grown to twice the slots, those that are still in a slot are copied to another batch.
 */
final class CopiedSlots<T> implements Slots<T> {
  private static final int MIN_ITEMS = 64;
  private static final int EMPTY = -1;

  private Batch<T> kept;
  private Batch<T> other;
  private int[] places = new int[16]; // of the slots' items in the batch
  private int size;

  CopiedSlots(Items<T> items) {
    kept = items.newBatch();
    other = items.newBatch();
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public void put(int slot, T item) {
    if (slot == size) {
      grow(size + 1);
    }
    places[slot] = EMPTY;
    if (kept.size() >= Math.max(MIN_ITEMS, 2L * size)) {
      dropOld();
    }
    places[slot] = kept.size();
    kept.add(item);
  }

  private void dropOld() {
    for (int slot = 0; slot < size; slot++) {
      if (places[slot] != EMPTY) {
        other.add(kept.get(places[slot]));
        places[slot] = other.size() - 1;
      }
    }
    Batch<T> old = kept;
    kept = other;
    other = old;
    old.clear();
  }

  @Override
  public T get(int slot) {
    return kept.get(places[slot]);
  }

  @Override
  public void remove(int slot) {
    places[slot] = places[--size];
  }

  @Override
  public void grow(int more) {
    if (more > places.length) {
      places = Arrays.copyOf(places, Math.max(more, 2 * places.length));
    }
    Arrays.fill(places, size, more, EMPTY);
    size = more;
  }

  @Override
  public void clear() {
    kept.clear();
    size = 0;
  }
}
