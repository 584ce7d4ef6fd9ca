// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.reader.Hint;
import dev.recordio.reader.Items;
import dev.recordio.reader.Stage;
import dev.recordio.reader.flow.Channel;
import dev.recordio.reader.flow.GroupSize;
import java.io.IOException;
import java.util.List;

/**
 * What the thread of a {@link PrefetchStage} does: reads a stage to the end of its epoch, into
 * groups.
 */
final class GroupReader<T> implements Runnable {
  /**
   * How large groups are at most.
   *
   * @param bytes of the items of a group; a larger item is a group of its own
   * @param items their number
   */
  record Limits(long bytes, int items) {
    private static final long MAX_BYTES = 256 << 10;
    private static final int MAX_ITEMS = 4096;
    private static final int GROUPS = 4; // of this size that wait, at least

    /** Returns the limits for a channel of such bounds. */
    static Limits of(long channelBytes, long channelItems) {
      return new Limits(
          Math.max(1, Math.min(MAX_BYTES, channelBytes / GROUPS)),
          (int) Math.max(1, Math.min(MAX_ITEMS, channelItems / GROUPS)));
    }
  }

  private final Stage<T> upstream;
  private final Items<T> items;
  private final Limits limits;
  private final Channel<Group<T>> channel;
  private final GroupSize welcome; // items of a group for a consumer that waits
  private Group<T> group; // that is being filled; null: none
  private long since; // when the one before it was handed over
  private List<Hint> places;

  /**
   * Creates the work; it must be run while no other thread uses {@code upstream}.
   *
   * @param places where the items of upstream are before the next one
   */
  GroupReader(Stage<T> upstream, Limits limits, Channel<Group<T>> channel, List<Hint> places) {
    this.upstream = upstream;
    this.limits = limits;
    this.channel = channel;
    this.places = places;
    items = upstream.items();
    welcome = new GroupSize(limits.items);
  }

  @Override
  public void run() {
    try {
      try {
        readEpoch();
      } catch (IOException | RuntimeException | Error e) {
        if (group != null && group.size() > 0) {
          put();
        }
        channel.fail(e);
      }
    } catch (InterruptedException e) {
      channel.fail(e); // only closing interrupts this thread: then nobody asks for it
    } finally {
      channel.end();
    }
  }

  private void readEpoch() throws IOException, InterruptedException {
    since = System.nanoTime();
    while (!channel.isClosed()) {
      if (!upstream.next()) {
        if (group != null) {
          put();
        }
        begin(true);
        put();
        return;
      }
      T item = upstream.get();
      if (group != null && endsBefore(item)) {
        put();
      }
      if (group == null) {
        places = upstream.places();
        begin(false);
      }
      group.add(upstream, item);
      if (isFull()) {
        put();
      }
    }
  }

  /** Whether the group can't have the current item of upstream as well. */
  private boolean endsBefore(T item) {
    return upstream.epoch() != group.epoch() || group.bytes() + items.bytes(item) > limits.bytes;
  }

  private boolean isFull() {
    int size = group.size();
    return size >= limits.items
        || group.bytes() >= limits.bytes
        || size >= welcome.items() && channel.consumerWaits();
  }

  private void begin(boolean end) {
    group = channel.recycled();
    if (group == null) {
      group = new Group<>(upstream);
    }
    group.begin(upstream, places, end);
  }

  private void put() throws InterruptedException {
    Group<T> full = group;
    group = null;
    int size = full.size();
    if (size > 0) {
      welcome.took(size, System.nanoTime() - since);
    }
    channel.put(full, full.bytes(), size);
    since = System.nanoTime(); // waiting for room does not count
  }
}
