// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.reader.Batch;
import dev.recordio.reader.Decorator;
import dev.recordio.reader.Stage;
import dev.recordio.reader.Stage.Hint;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * A stage that reads ahead: what it says about itself is as of the items that it has handed out,
 * wherever the stages before it are by now.
 */
abstract class AheadStage<U, T> extends Decorator<U, T> {
  private Group<U> group; // that items are handed out from; null: nothing was read ahead
  private int handed; // items of it

  AheadStage(Stage<U> upstream) {
    super(upstream);
  }

  /**
   * Ends reading ahead, and forgets what was read. After it this thread alone uses upstream; called
   * also when nothing is being read.
   */
  abstract void stop() throws IOException;

  /** Notes, before reading ahead begins, where upstream is. */
  final void beginAhead() {
    if (group == null) {
      var here = new Group<>(upstream);
      here.begin(upstream, upstream.places(), false);
      enter(here);
    }
  }

  /** Makes a group the one that items are handed out from. */
  final void enter(Group<U> next) {
    group = next;
    handed = 0;
  }

  /** Steps to the next item of the group; false after its last one. */
  final boolean nextOfGroup() {
    if (group == null || handed == group.size()) {
      return false;
    }
    handed++;
    return true;
  }

  /** Returns the group, or null. */
  final Group<U> group() {
    return group;
  }

  /** Whether the epoch has ended. */
  final boolean isAtEnd() {
    return group != null && group.isEnd();
  }

  /** Returns which item of the group is the current one. */
  final int index() {
    return handed - 1;
  }

  /** Goes back to the item that was handed out last; nothing is read ahead then. */
  final void goBack() throws IOException {
    stop();
    if (group != null) {
      var marks = new long[upstream.marks()];
      group.mark(handed, marks, 0);
      group = null;
      upstream.resume(marks, 0);
    }
  }

  @Override
  protected void rewind() throws IOException {
    stop();
    if (group != null && group.epoch() != upstream.epoch()) {
      goBack(); // upstream is in a later epoch than the consumer
    }
    group = null;
    upstream.reset();
  }

  @Override
  public void resume(long[] from, int at) throws IOException {
    stop();
    group = null;
    upstream.resume(from, at);
  }

  @Override
  public long epoch() {
    return group == null ? upstream.epoch() : group.epoch();
  }

  @Override
  public void mark(long[] to, int at) {
    if (group == null) {
      upstream.mark(to, at);
    } else {
      group.mark(handed, to, at);
    }
  }

  @Override
  public List<Hint> places() {
    return group == null ? upstream.places() : group.places();
  }

  @Override
  protected boolean mayChange() {
    return true;
  }

  /**
   * Items of one epoch that were read ahead, with what the stage that they come from had to say
   * about itself at each of them; or the end of an epoch, which has no items.
   */
  static final class Group<T> {
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
}
