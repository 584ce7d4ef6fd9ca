// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.batch;

import dev.recordio.reader.flow.FlowThreads;
import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/** Does something for each row of a batch, in several threads, the caller among them. */
final class RowThreads implements Closeable {
  private final int helpers;
  private final FlowThreads threads = new FlowThreads("recordio-rows");
  private final BlockingQueue<Rows> todo = new LinkedBlockingQueue<>();
  private boolean started;

  /** The rows of a batch. */
  private static final class Rows {
    private final int count;
    private final IntConsumer work;
    private final AtomicInteger next = new AtomicInteger();
    private final CountDownLatch left;
    private volatile Throwable failure;

    Rows(int count, IntConsumer work) {
      this.count = count;
      this.work = work;
      left = new CountDownLatch(count);
    }

    void run() {
      for (int row; (row = next.getAndIncrement()) < count; left.countDown()) {
        try {
          work.accept(row);
        } catch (RuntimeException | Error e) {
          failure = e;
        }
      }
    }
  }

  /**
   * Creates the object; threads are started when they are needed.
   *
   * @param threads how many work at a time, at least 1
   */
  RowThreads(int threads) {
    helpers = threads - 1;
  }

  /**
   * Does the work for rows 0 to {@code count - 1}, and returns when all is done.
   *
   * @throws IOException when the thread is interrupted: the others may then be at it still
   */
  void run(int count, IntConsumer work) throws IOException {
    var rows = new Rows(count, work);
    int wanted = Math.min(helpers, count - 1);
    if (wanted > 0 && !started) {
      started = true;
      for (int i = 0; i < helpers; i++) {
        threads.start(this::help);
      }
    }
    for (int i = 0; i < wanted; i++) {
      todo.add(rows);
    }
    rows.run();
    try {
      rows.left.await();
    } catch (InterruptedException e) {
      throw FlowThreads.interrupted(e);
    }
    if (rows.failure != null) {
      FlowThreads.rethrow(rows.failure);
    }
  }

  private void help() {
    try {
      while (true) {
        todo.take().run();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // closed
    }
  }

  @Override
  public void close() throws IOException {
    threads.end(() -> {}); // they read nothing
  }
}
