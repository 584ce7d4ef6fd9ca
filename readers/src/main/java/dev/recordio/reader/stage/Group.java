// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.reader.Batch;
import dev.recordio.reader.Stage;
import dev.recordio.reader.Stage.Hint;
import java.util.Arrays;
import java.util.List;

/**
 * Items of one epoch that were read ahead, with what the stage that they come from had to say about
 * itself at each of them; or the end of an epoch, which has no items.
 */
final class Group<T> {
  private final Batch<T> batch;
  private final int width; // marks of an item
  private long[] marks; // before the first item, and after each
  private long epoch;
  private List<Hint> places;
  private boolean atEnd;
  private long most;

  /** Creates a group that is filled from a stage. */
  Group(Stage<T> from) {
    batch = from.items().newBatch();
    width = from.marks();
    marks = new long[2 * width];
  }

  /** Removes all items. Begins where a stage is now: before its first item, or at its end. */
  void begin(Stage<T> at, List<Hint> where, boolean end) {
    most = Math.max(most, batch.bytes());
    batch.clear();
    at.mark(marks, 0);
    epoch = at.epoch();
    places = where;
    atEnd = end;
  }

  /** Adds a copy of the current item of the stage. */
  void add(Stage<T> from, T item) {
    batch.add(item);
    int at = batch.size() * width;
    if (at == marks.length) {
      marks = Arrays.copyOf(marks, 2 * at);
    }
    from.mark(marks, at);
  }

  int size() {
    return batch.size();
  }

  /** Returns item {@code i}, a view. */
  T get(int i) {
    return batch.get(i);
  }

  /** Returns the bytes of the items, about. */
  long bytes() {
    return batch.bytes();
  }

  /** Returns the most bytes that the items have ever had: what memory is kept for. */
  long most() {
    return Math.max(most, batch.bytes());
  }

  /** Copies the marks after so many of the items. */
  void mark(int items, long[] to, int at) {
    System.arraycopy(marks, items * width, to, at, width);
  }

  /** Returns the epoch of the items, or the one that ends. */
  long epoch() {
    return epoch;
  }

  /** Returns the places as of the first item. */
  List<Hint> places() {
    return places;
  }

  /** Whether this is the end of an epoch. */
  boolean isEnd() {
    return atEnd;
  }
}
