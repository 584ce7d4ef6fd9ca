// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.flow;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Daemon threads that end together, for use by the one thread that starts them; and errors that one
 * thread meets and another one reports.
 */
public final class FlowThreads {
  private static final AtomicLong STARTED = new AtomicLong();
  private static final long PATIENCE_MILLIS = 1000;

  private final String name;
  private final long patience;
  private final List<Thread> threads = new ArrayList<>();

  /**
   * Creates the object without a thread.
   *
   * @param name what their names begin with; a number follows
   */
  public FlowThreads(String name) {
    this(name, PATIENCE_MILLIS);
  }

  /**
   * Creates the object for threads that may take another time to end.
   *
   * @param patienceMillis how long an interrupted thread may take before its files are closed, and
   *     after that
   */
  FlowThreads(String name, long patienceMillis) {
    this.name = name;
    patience = patienceMillis;
  }

  /** Starts a thread. */
  public void start(Runnable work) {
    threads.removeIf(thread -> !thread.isAlive());
    var thread = new Thread(work, name + "-" + STARTED.incrementAndGet());
    thread.setDaemon(true);
    thread.start();
    threads.add(thread);
  }

  /**
   * Waits until all threads have ended by themselves.
   *
   * @throws InterruptedIOException when this thread is interrupted; it may be called again
   */
  public void join() throws IOException {
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
    threads.clear();
  }

  /**
   * Ends all threads: interrupts them, and if one of them does not end, because its file system
   * does not heed that, closes what it reads.
   *
   * @param reading what the threads read; closed only in that case
   * @throws IOException when a thread does not end even then, or closing fails
   */
  public void end(Closeable reading) throws IOException {
    if (ended()) {
      return;
    }
    reading.close();
    if (!ended()) {
      Thread left = threads.get(0);
      StackTraceElement[] at = left.getStackTrace();
      throw new IOException(
          left.getName()
              + " does not end: expected that its read fails once its file is closed, found it"
              + " still "
              + (at.length == 0 ? "alive" : "in " + at[0]));
    }
  }

  /** Interrupts the threads and waits for their end for a while; false if one has not ended. */
  private boolean ended() {
    threads.forEach(Thread::interrupt);
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patience);
    boolean interrupted = false;
    for (Thread thread : threads) {
      long left = deadline - System.nanoTime();
      while (thread.isAlive() && left > 0) {
        try {
          TimeUnit.NANOSECONDS.timedJoin(thread, left);
        } catch (InterruptedException e) {
          interrupted = true; // closing goes on, and the caller sees the flag after it
        }
        left = deadline - System.nanoTime();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    threads.removeIf(thread -> !thread.isAlive());
    return threads.isEmpty();
  }

  /** Where the thread was to which an error of another one was handed: suppressed in that. */
  private static final class Here extends Exception {
    private static final long serialVersionUID = 1L;

    Here() {
      super("the error comes from another thread; it was handed to this thread here");
    }
  }

  /**
   * Throws the error of another thread as it is, so that its type, its message and its stack stay.
   */
  public static void rethrow(Throwable error) throws IOException {
    error.addSuppressed(new Here());
    if (error instanceof IOException e) {
      throw e;
    } else if (error instanceof RuntimeException e) {
      throw e;
    } else if (error instanceof Error e) {
      throw e;
    }
    throw new IOException(error.toString(), error);
  }

  /** Returns the error of a thread that is interrupted while it waits; sets its flag again. */
  public static IOException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return (IOException) new InterruptedIOException("interrupted while reading").initCause(e);
  }
}
