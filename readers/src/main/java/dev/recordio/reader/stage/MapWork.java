// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.reader.flow.Handover;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;

/** Items that one thread turns into results. */
final class MapWork<U, T> {
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
