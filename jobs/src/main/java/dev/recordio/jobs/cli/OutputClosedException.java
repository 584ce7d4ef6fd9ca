// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import java.io.IOException;

/** The reader of standard output has closed it, as {@code head} does. */
public final class OutputClosedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  OutputClosedException(IOException cause) {
    super(cause);
  }
}
