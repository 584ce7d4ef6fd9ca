// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.batch;

import dev.recordio.reader.Batch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Items that are kept as they are, with a call for each that comes in or goes out. */
final class KeptBatch<T> extends Batch<T> {
  private final List<T> items = new ArrayList<>();
  private final long bytesEach;
  private final Consumer<T> hold;
  private final Consumer<T> release;

  /**
   * Creates an empty batch.
   *
   * @param bytesEach what an item counts as
   * @param hold is called for each item that comes in
   * @param release is called for each item that goes out
   */
  KeptBatch(long bytesEach, Consumer<T> hold, Consumer<T> release) {
    this.bytesEach = bytesEach;
    this.hold = hold;
    this.release = release;
  }

  @Override
  public int size() {
    return items.size();
  }

  @Override
  public T get(int i) {
    return items.get(i);
  }

  @Override
  public void add(T item) {
    hold.accept(item);
    items.add(item);
  }

  @Override
  public long bytes() {
    return items.size() * bytesEach;
  }

  @Override
  protected void removeAll() {
    items.forEach(release);
    items.clear();
  }
}
