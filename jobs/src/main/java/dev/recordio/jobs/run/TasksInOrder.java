// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs tasks on some threads. They begin in order, none begins after one has failed, and of those
 * that fail the first in order is reported that was not only interrupted.
 */
final class TasksInOrder {
  /** A step that may fail. */
  interface Task {
    void run() throws Exception;
  }

  private final List<? extends Task> tasks;
  private final Throwable[] failures;
  private final AtomicInteger next = new AtomicInteger();
  private final List<Thread> others = new CopyOnWriteArrayList<>();
  private volatile boolean stopped;

  TasksInOrder(List<? extends Task> tasks) {
    this.tasks = tasks;
    this.failures = new Throwable[tasks.size()];
  }

  /**
   * Runs all tasks, the caller's thread among the threads.
   *
   * @throws Exception what the first failed task in order has thrown
   */
  void run(int threads) throws Exception {
    var done = new CountDownLatch(Math.max(0, threads - 1));
    for (int i = 1; i < threads; i++) {
      var other =
          new Thread(
              () -> {
                work();
                done.countDown();
              },
              Thread.currentThread().getName() + "-" + i);
      other.setDaemon(true);
      others.add(other); // before it starts: stop() reaches it, or it sees that it is stopped
      other.start();
    }
    work();
    done.await();
    Throwable first = firstFailure();
    if (first instanceof Exception e) {
      throw e;
    } else if (first instanceof Error e) {
      throw e;
    }
  }

  /** Returns the reason: not the failure of a task that only another one's made fail. */
  private Throwable firstFailure() {
    Throwable first = null;
    for (Throwable failure : failures) {
      if (failure != null && !TaskErrors.isInterruption(failure)) {
        return failure;
      }
      first = first == null ? failure : first;
    }
    return first;
  }

  private void work() {
    for (int i = next.getAndIncrement(); i < failures.length; i = next.getAndIncrement()) {
      if (stopped) {
        return; // its number is lost, but nobody asks for it
      }
      try {
        tasks.get(i).run();
      } catch (Throwable e) {
        failures[i] = e; // the latch makes it visible
        stopped = true;
      }
    }
  }

  /**
   * Begins no further task, and interrupts those on threads other than the caller's; from any
   * thread.
   */
  void stop() {
    stopped = true;
    others.forEach(Thread::interrupt);
  }

  /** Stops tasks that still run, and waits for their end. */
  void awaitEnd() {
    boolean interrupted = false;
    for (Thread other : others) {
      while (other.isAlive()) {
        stop();
        try {
          other.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
