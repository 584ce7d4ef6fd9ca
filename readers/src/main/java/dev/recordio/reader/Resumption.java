// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

/**
 * How a pipeline can be resumed.
 *
 * @param by on how many workers
 * @param stage the stage that limits it; null when none does
 */
public record Resumption(By by, String stage) {
  /** On how many workers a run can be resumed, from the most on. */
  public enum By {
    /** Any number, which share what is left. */
    ANY_WORKERS,
    /** As many as before, each from its own state. */
    SAME_WORKERS,
    /** None: what was handed out is no beginning of a sequence. */
    NOBODY
  }

  /** On any number of workers. */
  public static final Resumption ELASTIC = new Resumption(By.ANY_WORKERS, null);

  /** Returns the stricter of this and another one. */
  public Resumption and(Resumption other) {
    return other.by.compareTo(by) > 0 ? other : this;
  }
}
