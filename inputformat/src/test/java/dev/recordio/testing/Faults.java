// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Failures in the streams of {@link WatchedFileSystem}, for a test that requests them: one read or
 * write, counted from 0 over all streams, or all of them from there on.
 */
public final class Faults {
  /** What a read does. */
  public enum Kind {
    /** It throws; the next one works. */
    THROWS_ONCE,
    /** It throws, and so does every later one. */
    THROWS_FROM_THEN_ON,
    /** It reports the end of the file, and so does every later one. */
    ENDS_EARLY
  }

  /** What a read waits for that stalls; it throws after that. */
  public enum Stall {
    /** That its thread is interrupted. */
    UNTIL_INTERRUPTED,
    /** That any stream is closed, whether it is interrupted or not. */
    UNTIL_CLOSED
  }

  private static Kind kind;
  private static Stall stall; // null: reads do not stall
  private static long at;
  private static int most;
  private static boolean closeFails;
  private static long reads;
  private static long injected;
  private static CountDownLatch stalled = new CountDownLatch(1);
  private static CountDownLatch closing = new CountDownLatch(1);

  private Faults() {}

  /** Nothing fails from now on. */
  public static synchronized void none() {
    read(null, Long.MAX_VALUE);
    most = Integer.MAX_VALUE;
    closeFails = false;
  }

  /** Read {@code number}, counted anew from now on, fails. */
  public static synchronized void read(Kind what, long number) {
    kind = what;
    stall = null;
    at = number;
    reads = 0;
    injected = 0;
    stalled = new CountDownLatch(1);
    closing = new CountDownLatch(1);
  }

  /** Read {@code number}, counted anew from now on, stalls, and so does every later one. */
  public static synchronized void stall(Stall what, long number) {
    read(Kind.THROWS_FROM_THEN_ON, number);
    stall = what;
  }

  /** Waits until a read stalls. */
  public static void awaitStall() throws InterruptedException {
    CountDownLatch latch;
    synchronized (Faults.class) {
      latch = stalled;
    }
    if (!latch.await(20, TimeUnit.SECONDS)) {
      throw new AssertionError("no read stalls");
    }
  }

  /** Reads get at most this many bytes: file systems may do that, it is not a failure. */
  public static synchronized void shortReads(int bytes) {
    most = bytes;
  }

  /** Closing a stream closes it, and throws. */
  public static synchronized void close() {
    closeFails = true;
  }

  /** Returns how many reads there were since {@link #read}. */
  public static synchronized long reads() {
    return reads;
  }

  /** Returns how many reads failed since {@link #read}. */
  public static synchronized long injected() {
    return injected;
  }

  /** Returns how many of {@code length} bytes a read gets; -1 for the end of the file. */
  static int grant(int length) throws IOException {
    Stall waits;
    CountDownLatch end;
    synchronized (Faults.class) {
      long number = reads++;
      if (number != at && (number < at || kind == Kind.THROWS_ONCE)) {
        return Math.min(length, most);
      }
      injected++;
      if (kind == Kind.ENDS_EARLY) {
        return -1;
      }
      waits = stall;
      end = closing;
      stalled.countDown();
    }
    if (waits == Stall.UNTIL_INTERRUPTED) {
      awaitInterrupt();
    } else if (waits == Stall.UNTIL_CLOSED) {
      awaitClose(end);
    }
    throw failure();
  }

  private static void awaitInterrupt() throws IOException {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted, as the test wants it");
    }
  }

  private static void awaitClose(CountDownLatch end) {
    boolean ended = false;
    while (!ended) {
      try {
        end.await();
        ended = true;
      } catch (InterruptedException e) {
        ended = false; // such a file system does not heed it
      }
    }
  }

  static synchronized void closed() throws IOException {
    closing.countDown();
    if (closeFails) {
      throw failure();
    }
  }

  private static IOException failure() {
    return new IOException("injected fault");
  }
}
