// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * Closes what has been opened: when it can't be used, as no other code can close it; and all of a
 * list.
 */
public final class CloseOnFailure {
  /** Makes something of what has been opened, and owns that from then on. */
  @FunctionalInterface
  public interface Use<C extends Closeable, T> {
    /** Returns what was made. */
    T of(C opened) throws IOException;
  }

  private CloseOnFailure() {}

  /**
   * Returns what {@code use} makes of {@code opened}.
   *
   * @throws IOException what {@code use} throws, after {@code opened} has been closed; likewise
   *     runtime exceptions and errors. What closing throws is suppressed in it
   */
  public static <C extends Closeable, T> T of(C opened, Use<? super C, T> use) throws IOException {
    try {
      return use.of(opened);
    } catch (IOException | RuntimeException | Error e) {
      try (opened) {
        throw e;
      }
    }
  }

  /** Closes all, whatever goes wrong with one. */
  public static void closeAll(List<? extends Closeable> opened) throws IOException {
    if (!opened.isEmpty()) {
      try (Closeable first = opened.get(0)) {
        closeAll(opened.subList(1, opened.size()));
      }
    }
  }
}
