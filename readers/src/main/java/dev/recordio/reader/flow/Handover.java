// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.flow;

import java.io.IOException;
import java.io.InterruptedIOException;

/** Errors that one thread meets and another one reports. */
public final class Handover {
  private Handover() {}

  /** Where the thread was to which an error of another one was handed: suppressed in that. */
  private static final class Here extends Exception {
    private static final long serialVersionUID = 1L;

    Here() {
      super("the error is of another thread; it was handed to this one here");
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
