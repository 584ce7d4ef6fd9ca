// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.reader.Items;
import dev.recordio.reader.Source;
import dev.recordio.reader.Stage;
import dev.recordio.reader.Stage.Hint;
import dev.recordio.reader.Waits;
import dev.recordio.reader.flow.Channel;
import dev.recordio.reader.flow.GroupSize;
import dev.recordio.reader.flow.Producers;
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

  private static final String UNITS = " kmgt"; // of 1024 each
  private static final int MAX_RECYCLED = 1 << 19; // bytes that a group has ever held

  private final long maxBytes;
  private final long maxItems;
  private final String thread;
  private Producers<Group<T>> reading; // null: nothing is being read
  private long producerWait; // of earlier ones, in ns
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

  private PrefetchStage(Stage<T> upstream, long maxBytes, long maxItems, String thread) {
    super(upstream);
    this.maxBytes = maxBytes;
    this.maxItems = maxItems;
    this.thread = thread;
  }

  /** Reads a source of a file ahead, from now on. */
  static <T> PrefetchStage<T> ofFile(Source<T> file, long maxBytes) {
    var stage = new PrefetchStage<>(file, maxBytes, ANY_NUMBER, "recordio-files");
    stage.start();
    return stage;
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
      reading.channel().recycle(last, last.bytes());
    }
    return nextOfGroup();
  }

  /** Starts to read, unless that is so already. */
  void start() {
    if (reading == null) {
      beginAhead();
      Channel<Group<T>> channel = Channel.asTheyCome(maxBytes, maxItems);
      var epoch = List.of(new RestOfEpoch(group().places())).iterator();
      reading = new Producers<>(thread, 1, channel, () -> epoch.hasNext() ? epoch.next() : null);
      reading.start();
    }
  }

  private Group<T> take() throws IOException {
    try {
      return reading.take();
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
    if (reading != null) {
      reading.finish();
      producerWait = producerWaitNanos();
      consumerWait = consumerWaitNanos();
      reading = null;
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
    return producerWait + (reading == null ? 0 : reading.channel().producerWaitNanos());
  }

  @Override
  public long consumerWaitNanos() {
    return consumerWait + (reading == null ? 0 : reading.channel().consumerWaitNanos());
  }

  @Override
  protected void end() throws IOException {
    try {
      if (reading != null) {
        reading.close();
      }
    } finally {
      upstream.close();
    }
  }

  @Override
  protected String text() {
    String number = maxItems == ANY_NUMBER ? "" : ",items=" + maxItems;
    return "prefetch(" + text(maxBytes) + number + ")";
  }

  /** Returns the shortest text that means exactly so many bytes, such as 64m. */
  private static String text(long bytes) {
    int unit = Math.min(UNITS.length() - 1, Long.numberOfTrailingZeros(bytes) / 10);
    return (bytes >> 10 * unit) + UNITS.substring(unit, unit + 1).trim();
  }

  /** Reads a stage to the end of its epoch, into groups; no other thread uses it meanwhile. */
  private final class RestOfEpoch implements Producers.Piece<Group<T>> {
    private final Items<T> items = upstream.items();
    private final GroupSize size = new GroupSize(maxBytes, maxItems);
    private Channel<Group<T>> channel;
    private Group<T> group; // that is being filled; null: none
    private long since; // when the one before it was handed over
    private List<Hint> places;

    /**
     * Creates the work.
     *
     * @param places where the items of upstream are before the next one
     */
    RestOfEpoch(List<Hint> places) {
      this.places = places;
    }

    @Override
    public void produce(long number, Channel<Group<T>> to)
        throws IOException, InterruptedException {
      channel = to;
      try {
        readEpoch();
      } finally {
        if (group != null && group.size() > 0) {
          put(); // before an error
        }
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
        if (size.isFull(group.size(), group.bytes(), channel.consumerWaits())) {
          put();
        }
      }
    }

    /** Whether the group can't have the current item of upstream as well. */
    private boolean endsBefore(T item) {
      return upstream.epoch() != group.epoch()
          || group.bytes() + items.bytes(item) > size.maxBytes();
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
      int count = full.size();
      if (count > 0) {
        size.took(count, System.nanoTime() - since);
      }
      channel.put(0, full, full.bytes(), count);
      since = System.nanoTime(); // waiting for room does not count
    }

    @Override
    public void close() throws IOException {
      upstream.close();
    }
  }
}
