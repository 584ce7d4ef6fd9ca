// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.reader.Items;
import dev.recordio.reader.Stage;
import dev.recordio.reader.Stage.Hint;
import dev.recordio.reader.Waits;
import dev.recordio.reader.flow.Channel;
import dev.recordio.reader.flow.FlowThreads;
import dev.recordio.reader.flow.GroupSize;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;

/**
 * Items that another thread reads before they are asked for. Small ones are handed over in groups,
 * large ones one by one.
 *
 * <p>The thread reads up to the end of an epoch; {@link #reset} begins the next one with another
 * thread. So the stages before this one are used by one thread at a time: by that, or, while there
 * is none, by the consumer.
 */
final class PrefetchStage<T> extends AheadStage<T, T> implements Waits {
  /** No bound on the number of items that wait. */
  static final long ANY_NUMBER = Long.MAX_VALUE;

  private static final int MAX_RECYCLED = 1 << 19; // bytes that a group has ever held

  private final long maxBytes;
  private final long maxItems;
  private final GroupReader.Limits limits;
  private final FlowThreads threads;
  private Channel<Group<T>> channel; // null: nothing is being read
  private long producerWait; // of earlier channels, in ns
  private long consumerWait;

  /**
   * Creates the stage; reads nothing yet.
   *
   * @param maxBytes the most bytes of items that wait, at least 1; an item of more waits alone
   * @param maxItems the most items that wait, at least 1; or {@link #ANY_NUMBER}
   */
  PrefetchStage(Stage<T> upstream, long maxBytes, long maxItems) {
    this(upstream, maxBytes, maxItems, "recordio-prefetch");
  }

  /** Creates the stage with another name of its thread. */
  PrefetchStage(Stage<T> upstream, long maxBytes, long maxItems, String thread) {
    super(upstream);
    this.maxBytes = maxBytes;
    this.maxItems = maxItems;
    limits = GroupReader.Limits.of(maxBytes, maxItems);
    threads = new FlowThreads(thread);
  }

  @Override
  protected boolean advance() throws IOException {
    return nextOfGroup() || nextGroup();
  }

  private boolean nextGroup() throws IOException {
    if (isAtEnd()) {
      return false;
    }
    start();
    Group<T> next = take();
    if (next == null) { // what an earlier call has stopped, and was interrupted: read again
      goBack();
      start();
      next = take();
    }
    Group<T> last = group();
    enter(next);
    if (last.most() <= MAX_RECYCLED) {
      channel.recycle(last, last.bytes());
    }
    return nextOfGroup();
  }

  /** Starts to read, unless that is so already. */
  void start() {
    if (channel == null) {
      beginAhead();
      channel = new Channel<>(maxBytes, maxItems, 1);
      threads.start(new GroupReader<>(upstream, limits, channel, group().places()));
    }
  }

  private Group<T> take() throws IOException {
    try {
      return channel.take();
    } catch (InterruptedIOException e) {
      if (!Thread.currentThread().isInterrupted()) {
        stop();
      } // else this thread's own: the other one reads on
      throw e;
    } catch (IOException | RuntimeException | Error e) {
      stop(); // the thread has ended; the next call reads on from there, as without this stage
      throw e;
    }
  }

  @Override
  void stop() throws IOException {
    if (channel != null) {
      channel.close();
      threads.join();
      producerWait += channel.producerWaitNanos();
      consumerWait += channel.consumerWaitNanos();
      channel = null;
    }
  }

  @Override
  protected T item() {
    return group().get(index());
  }

  @Override
  public Items<T> items() {
    return upstream.items();
  }

  @Override
  public String stage() {
    return text();
  }

  @Override
  public long producerWaitNanos() {
    return producerWait + (channel == null ? 0 : channel.producerWaitNanos());
  }

  @Override
  public long consumerWaitNanos() {
    return consumerWait + (channel == null ? 0 : channel.consumerWaitNanos());
  }

  @Override
  protected void end() throws IOException {
    try {
      if (channel != null) {
        channel.close();
        threads.end(upstream);
      }
    } finally {
      upstream.close();
    }
  }

  @Override
  protected String text() {
    String number = maxItems == ANY_NUMBER ? "" : ",items=" + maxItems;
    return "prefetch(" + SizeText.of(maxBytes) + number + ")";
  }

  /** Numbers of bytes as texts of pipelines have them. */
  private static final class SizeText {
    private static final String SUFFIXES = "kmgt";

    private SizeText() {}

    /** Returns the shortest text that means exactly so many bytes, such as 64m. */
    static String of(long bytes) {
      long number = bytes;
      int suffix = -1;
      while (number != 0 && number % 1024 == 0 && suffix + 1 < SUFFIXES.length()) {
        number /= 1024;
        suffix++;
      }
      return suffix < 0 ? Long.toString(number) : number + SUFFIXES.substring(suffix, suffix + 1);
    }
  }

  /**
   * What the thread of a {@link PrefetchStage} does: reads a stage to the end of its epoch, into
   * groups.
   */
  private static final class GroupReader<T> implements Runnable {
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
}
