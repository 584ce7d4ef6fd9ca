// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.read;

import dev.recordio.bytes.Drain;
import java.io.Closeable;
import java.io.PrintStream;

/**
 * Buffers standard output, and passes on what is there in time: when the buffer is full, after a
 * long item, and when the oldest bytes have been there for a while, also while the reader waits for
 * its input. So a program at the other end of a pipe gets many small records at once, but never
 * waits for a full buffer.
 */
final class PacedOutput implements Drain, Closeable {
  private static final int LARGE_BYTES = 1 << 16; // standard output passes so many on uncopied
  private static final long TICK_MILLIS = 25; // bytes wait for one to two of these

  private final PrintStream out;
  private final Thread clock;
  private final byte[] buffer = new byte[2 * LARGE_BYTES];
  private int used;
  private long item; // bytes since the end of the last item
  private long passed; // how often bytes were passed on
  private boolean closed;
  private RuntimeException failed; // on the other thread
  private boolean reported; // that it failed

  PacedOutput(PrintStream out) {
    this.out = out;
    clock = new Thread(this::passOnWhatWaits, "recordio-output");
    clock.setDaemon(true);
    clock.start();
  }

  @Override
  public synchronized void drain(byte[] bytes, int offset, int length) {
    rethrow();
    item += length;
    if (length >= LARGE_BYTES || length > buffer.length - used) {
      passOn();
    }
    if (length >= LARGE_BYTES) {
      out.write(bytes, offset, length);
      return;
    }
    System.arraycopy(bytes, offset, buffer, used, length);
    used += length;
  }

  /** Notes that an item is complete. */
  synchronized void endItem() {
    if (item >= LARGE_BYTES) {
      passOn();
    }
    item = 0;
  }

  private void passOn() {
    int count = used;
    used = 0;
    passed++;
    out.write(buffer, 0, count);
    out.flush();
  }

  private void rethrow() {
    if (failed != null) {
      reported = true;
      throw failed;
    }
  }

  private synchronized void passOnWhatWaits() {
    try {
      while (!closed) {
        long before = passed;
        wait(TICK_MILLIS);
        if (used > 0 && passed == before && !closed) {
          passOn();
        }
      }
    } catch (RuntimeException e) {
      failed = e; // for the thread that writes
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // nobody does that
    }
  }

  /** Passes on all bytes, and ends the thread. */
  @Override
  public void close() {
    try {
      synchronized (this) {
        closed = true;
        notifyAll();
        if (!reported) {
          rethrow();
          passOn();
        }
      }
    } finally {
      try {
        clock.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
