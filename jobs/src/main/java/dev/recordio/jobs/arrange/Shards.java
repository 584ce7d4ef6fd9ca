// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** What is done to several shards at once. */
final class Shards {
  private Shards() {}

  /** Closes all, whatever goes wrong with some; the first error is thrown, with the others. */
  static void closeAll(List<? extends Closeable> open) throws IOException {
    if (!open.isEmpty()) {
      try (Closeable last = open.get(open.size() - 1)) {
        closeAll(open.subList(0, open.size() - 1));
      }
    }
  }
}
