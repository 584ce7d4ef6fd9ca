// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** The reader of standard output has closed it, as {@code head} does. */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public final class OutputClosedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  OutputClosedException(IOException cause) {
    super(cause);
  }
}
