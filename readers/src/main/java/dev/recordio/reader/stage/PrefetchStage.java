// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.reader.Items;
import dev.recordio.reader.Stage;
import dev.recordio.reader.Waits;
import dev.recordio.reader.flow.Channel;
import dev.recordio.reader.flow.FlowThreads;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
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
  public List<Waits> waits() {
    var all = new ArrayList<>(upstream.waits());
    all.add(this);
    return all;
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
}
