// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.gather;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs numbered pieces of work in parallel: on the calling thread, and on others that are made when
 * first needed.
 *
 * <p>Hadoop's {@code TaskPool} checks only every 10 ms whether all pieces are done, and does not
 * report which worker runs a piece, but each worker here has a buffer.
 */
public final class WorkerThreads implements Closeable {
  /** A piece of work. */
  @FunctionalInterface
  public interface Piece {
    /**
     * Runs it.
     *
     * @param number which piece
     * @param worker which worker runs it, from 0: no two pieces have the same one at a time
     */
    void run(int number, int worker) throws IOException;
  }

  private final int workers;
  private ExecutorService pool;

  public WorkerThreads(int workers) {
    this.workers = workers;
  }

  /**
   * Runs the pieces 0 .. count - 1; throws the first failure, after all running pieces have ended.
   */
  public void run(int count, Piece piece) throws IOException {
    run(workers, count, piece);
  }

  /** Runs the pieces 0 .. count - 1 by at most {@code most} workers: see the other method. */
  void run(int most, int count, Piece piece) throws IOException {
    int side = Math.min(most, count);
    if (side <= 1) {
      for (int i = 0; i < count; i++) {
        piece.run(i, 0);
      }
      return;
    }
    if (pool == null) {
      pool = Executors.newFixedThreadPool(workers - 1, WorkerThreads::daemon);
    }
    var next = new AtomicInteger();
    var running = new ArrayList<Future<?>>();
    for (int w = 1; w < side; w++) {
      int worker = w;
      running.add(
          pool.submit(
              () -> {
                work(count, piece, worker, next);
                return null;
              }));
    }
    Throwable failure = null;
    try {
      work(count, piece, 0, next);
    } catch (IOException | RuntimeException | Error e) {
      failure = e;
    }
    await(running, failure);
  }

  private static void work(int count, Piece piece, int worker, AtomicInteger next)
      throws IOException {
    try {
      for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
        piece.run(i, worker);
      }
    } catch (Throwable e) {
      next.set(count); // the others begin nothing more
      throw e;
    }
  }

  private static Thread daemon(Runnable task) {
    var thread = new Thread(task, "recordio-gather");
    thread.setDaemon(true);
    return thread;
  }

  private static void await(List<Future<?>> running, Throwable ownFailure) throws IOException {
    Throwable failure = ownFailure;
    for (Future<?> worker : running) {
      try {
        worker.get();
      } catch (ExecutionException e) {
        if (failure == null) {
          failure = e.getCause();
        } else {
          failure.addSuppressed(e.getCause());
        }
      } catch (InterruptedException e) {
        running.forEach(other -> other.cancel(true));
        Thread.currentThread().interrupt();
        throw (IOException) new InterruptedIOException("interrupted while reading").initCause(e);
      }
    }
    if (failure instanceof IOException io) {
      throw io;
    } else if (failure != null) {
      throw new IOException("reading failed: " + failure, failure);
    }
  }

  @Override
  public void close() {
    if (pool != null) {
      pool.shutdownNow();
    }
  }
}
