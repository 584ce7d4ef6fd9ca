// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.hadoop.io.Writable;

/**
 * A list whose elements are made once and filled again for each row, as Hive's own readers do.
 *
 * @param <W> the elements
 */
final class PooledList<W extends Writable> extends AbstractList<W> {
  private final ArrayList<W> elements = new ArrayList<>();
  private final Supplier<W> maker;
  private int size;

  PooledList(Supplier<W> maker) {
    this.maker = maker;
  }

  /** Returns the element after the last one, which then becomes the last one. */
  W next() {
    if (size == elements.size()) {
      elements.add(maker.get());
    }
    return elements.get(size++);
  }

  @Override
  public void clear() {
    size = 0;
  }

  @Override
  public W get(int index) {
    return elements.get(Objects.checkIndex(index, size));
  }

  @Override
  public int size() {
    return size;
  }
}
