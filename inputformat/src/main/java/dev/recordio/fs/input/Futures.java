// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.input;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/**
 * Waits for results, letting I/O errors through as they are.
 *
 * <p>Hadoop's {@code FutureIO} is no replacement: it forgets that the thread was interrupted, does
 * not check for that when results are available already, and throws a runtime exception as it is,
 * where callers catch I/O errors to name the file.
 */
public final class Futures {
  private Futures() {}

  /**
   * Returns the result of {@code future}.
   *
   * @throws IOException what the task threw; anything but an I/O error as the cause of one
   * @throws InterruptedIOException the thread is interrupted, even if the result is available
   *     already: a future itself checks the flag only when it has to wait
   */
  public static <T> T get(Future<T> future) throws IOException {
    try {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      return future.get();
    } catch (InterruptedException e) {
      throw interrupted(e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException cause) {
        throw cause;
      }
      throw new IOException(e.getCause().toString(), e.getCause());
    }
  }

  /** Returns the I/O error for an interruption, whose flag is set again. */
  public static IOException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return (IOException) new InterruptedIOException("interrupted").initCause(e);
  }
}
