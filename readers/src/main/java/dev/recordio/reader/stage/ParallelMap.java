// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.reader.Items;
import dev.recordio.reader.Stage;
import dev.recordio.reader.Stage.Resumption;
import dev.recordio.reader.flow.FlowThreads;
import dev.recordio.reader.flow.GroupSize;
import dev.recordio.reader.flow.Handover;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BooleanSupplier;

/**
 * Results of a function, which several threads call. The consumer's own thread reads the stages
 * before this one, and copies their items for the others.
 *
 * <p>An error of the function comes in the place of the item's result; the next call goes on with
 * the next item. Out of order, results of an epoch come before the results of the next one
 * nevertheless.
 */
final class ParallelMap<U, T> extends AheadStage<U, T> {
  private static final int WORKS_PER_THREAD = 2;

  private final EpochFunction<? super U, ? extends T> function;
  private final int threads;
  private final boolean ordered;
  private final Items<T> items;
  private final FlowThreads workers = new FlowThreads("recordio-map");
  private final BlockingQueue<MapWork<U, T>> todo = new LinkedBlockingQueue<>();
  private final Deque<MapWork<U, T>> begun = new ArrayDeque<>(); // in the order of the items
  private BlockingQueue<MapWork<U, T>> finished = new LinkedBlockingQueue<>();
  private final GroupSize size = new GroupSize(Long.MAX_VALUE, Long.MAX_VALUE);
  private boolean started;
  private volatile boolean ends;
  private MapWork<U, T> work; // of the current result
  private boolean pulled; // the current item of upstream is in no group
  private Group<U> end; // of the epoch, after what has begun
  private Throwable failure; // of upstream, after what has begun

  /**
   * Creates the stage; reads nothing yet.
   *
   * @param threads how many call the function, at least 1
   * @param ordered whether results come in the order of the items; else in the order of their
   *     completion
   * @param items how results are kept
   */
  ParallelMap(
      Stage<U> upstream,
      ItemFunction<? super U, ? extends T> function,
      int threads,
      boolean ordered,
      Items<T> items) {
    this(upstream, (item, epoch) -> function.apply(item), threads, ordered, items);
  }

  /** Creates the stage of a function that takes the epoch, too. */
  ParallelMap(
      Stage<U> upstream,
      EpochFunction<? super U, ? extends T> function,
      int threads,
      boolean ordered,
      Items<T> items) {
    super(upstream);
    this.function = function;
    this.threads = threads;
    this.ordered = ordered;
    this.items = items;
  }

  @Override
  protected boolean advance() throws IOException {
    while (!nextOfGroup()) {
      if (isAtEnd() || !nextWork()) {
        return false;
      }
    }
    work.check(index());
    return true;
  }

  private boolean nextWork() throws IOException {
    beginAhead();
    begin();
    if (!begun.isEmpty()) {
      MapWork<U, T> next = await();
      begun.remove(next);
      size.took(next.group().size(), next.nanos());
      work = next;
      enter(next.group());
      return true;
    }
    if (failure != null) {
      Throwable error = failure;
      failure = null;
      Handover.rethrow(error);
    }
    enter(end);
    end = null;
    return false;
  }

  /** Gives the threads as much to do as they may have. */
  private void begin() {
    while (begun.size() < threads * WORKS_PER_THREAD && end == null && failure == null) {
      try {
        if (!pulled && !upstream.next()) {
          end = group(true);
          return;
        }
        pulled = true;
        if (!ordered && !begun.isEmpty() && begun.peek().group().epoch() != upstream.epoch()) {
          return;
        }
        fill(group(false));
      } catch (IOException | RuntimeException | Error e) {
        failure = e;
      }
    }
  }

  private Group<U> group(boolean atEnd) {
    var made = new Group<>(upstream);
    made.begin(upstream, atEnd ? group().places() : upstream.places(), atEnd);
    return made;
  }

  /** Fills a group, beginning with the current item of upstream, and gives it to the threads. */
  private void fill(Group<U> group) throws IOException {
    try {
      do {
        pulled = false;
        group.add(upstream, upstream.get());
        if (size.isFull(group.size(), group.bytes(), true)) {
          return;
        }
        pulled = upstream.next();
      } while (pulled && upstream.epoch() == group.epoch());
      if (!pulled) {
        end = group(true);
      }
    } finally {
      submit(group);
    }
  }

  private void submit(Group<U> group) {
    if (!started) {
      started = true;
      for (int i = 0; i < threads; i++) {
        workers.start(this::work);
      }
    }
    var next = new MapWork<>(group, finished);
    begun.add(next);
    todo.add(next);
  }

  private void work() {
    try {
      while (!ends) {
        todo.take().run(function, () -> ends);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the stage is closed
    }
  }

  private MapWork<U, T> await() throws IOException {
    if (ordered) {
      begun.element().await();
      return begun.element();
    }
    try {
      return finished.take();
    } catch (InterruptedException e) {
      throw Handover.interrupted(e);
    }
  }

  @Override
  void stop() {
    todo.clear();
    begun.clear(); // what threads are at is forgotten
    finished = new LinkedBlockingQueue<>();
    pulled = false;
    end = null;
    failure = null;
    work = null;
  }

  @Override
  protected T item() {
    return work.result(index());
  }

  @Override
  public Items<T> items() {
    return items;
  }

  @Override
  public Resumption resumption() {
    var none = new Resumption(Resumption.By.NOBODY, text());
    return ordered ? upstream.resumption() : upstream.resumption().and(none);
  }

  @Override
  protected void end() throws IOException {
    ends = true;
    try {
      workers.end(upstream); // which they do not read
    } finally {
      upstream.close();
    }
  }

  @Override
  protected String text() {
    return "map(threads=" + threads + (ordered ? "" : ",unordered") + ")";
  }

  /** Items that one thread turns into results. */
  private static final class MapWork<U, T> {
    /** What there is in place of the result of an item whose function failed. */
    private record Failure(Throwable error) {}

    private final Group<U> group;
    private final Object[] results;
    private final CountDownLatch done = new CountDownLatch(1);
    private final Queue<MapWork<U, T>> finished;
    private long nanos;

    /**
     * Creates the work.
     *
     * @param finished gets this when it is done
     */
    MapWork(Group<U> group, Queue<MapWork<U, T>> finished) {
      this.group = group;
      this.finished = finished;
      results = new Object[group.size()];
    }

    /**
     * Does it.
     *
     * @param ends whether the results are no longer wanted
     */
    void run(EpochFunction<? super U, ? extends T> function, BooleanSupplier ends) {
      long since = System.nanoTime();
      for (int i = 0; i < results.length && !ends.getAsBoolean(); i++) {
        results[i] = result(function, group.get(i));
      }
      nanos = System.nanoTime() - since;
      done.countDown();
      finished.add(this);
    }

    private Object result(EpochFunction<? super U, ? extends T> function, U item) {
      try {
        return function.apply(item, group.epoch());
      } catch (IOException | RuntimeException | Error e) {
        return new Failure(e);
      }
    }

    /** Waits until it is done. */
    void await() throws IOException {
      try {
        done.await();
      } catch (InterruptedException e) {
        throw Handover.interrupted(e);
      }
    }

    Group<U> group() {
      return group;
    }

    /** Returns how long it took, in ns. */
    long nanos() {
      return nanos;
    }

    /** Throws the error of the function for an item, if there was one. */
    void check(int i) throws IOException {
      if (results[i] instanceof Failure failure) {
        Handover.rethrow(failure.error);
      }
    }

    /** Returns a result. */
    @SuppressWarnings("unchecked") // the function's
    T result(int i) {
      return (T) results[i];
    }
  }
}
