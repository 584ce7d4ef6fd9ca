// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import java.io.FileNotFoundException;
import java.io.IOException;

/**
 * Finds out how publishing a file ended when there was no answer, or an error: by looking whose
 * file is there. An upload may succeed although its answer is lost, and be refused when it is tried
 * again, because of itself.
 */
public final class Unanswered {
  private static final int TRIES = 3;

  private Unanswered() {}

  /** A step that may fail. */
  @FunctionalInterface
  public interface Step<T> {
    /** Does it. */
    T run() throws IOException;
  }

  /**
   * Publishes a file, again if it is not there after an error.
   *
   * @param publish creates the file; returns what is there then, or null if it can't say
   * @param look returns what is there
   * @param what names the file, for messages
   * @return what is there
   * @throws IOException when nothing was published, or it is not known; the message says which
   */
  public static <T> T settle(Step<T> publish, Step<T> look, String what) throws IOException {
    Exception failure = null;
    for (int i = 0; i < TRIES; i++) {
      try {
        T there = publish.run();
        if (there != null) {
          return there;
        }
      } catch (IOException | RuntimeException e) {
        failure = add(failure, e);
      }
      try {
        return look.run();
      } catch (FileNotFoundException e) {
        // Not there: the same again. It can't come twice, as only one file of its name can.
        failure = add(failure, e);
      } catch (IOException | RuntimeException e) {
        throw new IOException(
            "outcome unknown: whether " + what + " was written can't be seen: " + e.getMessage(),
            add(failure, e));
      }
    }
    throw new IOException("can't write " + what + ": " + failure.getMessage(), failure);
  }

  private static Exception add(Exception first, Exception next) {
    if (first == null) {
      return next;
    }
    if (first != next) {
      first.addSuppressed(next);
    }
    return first;
  }
}
