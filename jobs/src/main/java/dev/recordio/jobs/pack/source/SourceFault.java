// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import java.io.IOException;

/** What is wrong with a source itself: reading it again would not help. */
final class SourceFault extends IOException {
  private static final long serialVersionUID = 1L;

  SourceFault(String message) {
    super(message);
  }

  SourceFault(String message, Throwable cause) {
    super(message, cause);
  }
}
