// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.reader.Items;
import dev.recordio.reader.Stage;
import dev.recordio.reader.Stage.Resumption;
import dev.recordio.reader.flow.Channel;
import dev.recordio.reader.flow.FlowThreads;
import dev.recordio.reader.flow.GroupSize;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

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
  private final BlockingQueue<MapWork> todo = new LinkedBlockingQueue<>();
  private Channel<MapWork> done; // each a piece of one group
  private long begun; // works
  private long taken; // of them
  private long epochBegun; // of the last of them
  private final GroupSize size = new GroupSize(Long.MAX_VALUE, Long.MAX_VALUE);
  private boolean started;
  private volatile boolean ends;
  private MapWork work; // of the current result
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
    done = unbounded();
  }

  private Channel<MapWork> unbounded() {
    long all = Long.MAX_VALUE;
    return ordered ? Channel.inOrder(all) : Channel.asTheyCome(all, all);
  }

  @Override
  protected boolean advance() throws IOException {
    while (!nextOfGroup()) {
      if (isAtEnd() || !nextWork()) {
        return false;
      }
    }
    if (work.results[index()] instanceof Failure failure) {
      FlowThreads.rethrow(failure.error);
    }
    return true;
  }

  private boolean nextWork() throws IOException {
    beginAhead();
    begin();
    if (taken < begun) {
      work = done.take();
      taken++;
      size.took(work.group.size(), work.nanos);
      enter(work.group);
      return true;
    }
    if (failure != null) {
      Throwable error = failure;
      failure = null;
      FlowThreads.rethrow(error);
    }
    enter(end);
    end = null;
    return false;
  }

  /** Gives the threads as much to do as they may have. */
  private void begin() {
    while (begun - taken < threads * WORKS_PER_THREAD && end == null && failure == null) {
      try {
        if (!pulled && !upstream.next()) {
          end = group(true);
          return;
        }
        pulled = true;
        if (!ordered && taken < begun && epochBegun != upstream.epoch()) {
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
    epochBegun = group.epoch();
    todo.add(new MapWork(group, begun++, done));
  }

  private void work() {
    try {
      while (!ends) {
        todo.take().run();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the stage is closed
    }
  }

  @Override
  void stop() {
    todo.clear();
    done.close(); // what threads are at is forgotten
    done = unbounded();
    begun = 0;
    taken = 0;
    pulled = false;
    end = null;
    failure = null;
    work = null;
  }

  @Override
  @SuppressWarnings("unchecked") // the function's
  protected T item() {
    return (T) work.results[index()];
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
    done.close();
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
  private final class MapWork {
    private final Group<U> group;
    private final long number;
    private final Channel<MapWork> done; // gets this when it is done
    private final Object[] results;
    private long nanos; // that it took

    MapWork(Group<U> group, long number, Channel<MapWork> done) {
      this.group = group;
      this.number = number;
      this.done = done;
      results = new Object[group.size()];
    }

    void run() throws InterruptedException {
      long since = System.nanoTime();
      for (int i = 0; i < results.length && !done.isClosed(); i++) {
        results[i] = result(group.get(i));
      }
      nanos = System.nanoTime() - since;
      done.put(number, this, 0, 0);
      done.end(number);
    }

    private Object result(U item) {
      try {
        return function.apply(item, group.epoch());
      } catch (IOException | RuntimeException | Error e) {
        return new Failure(e);
      }
    }
  }

  /** What there is in place of the result of an item whose function failed. */
  private record Failure(Throwable error) {}
}
