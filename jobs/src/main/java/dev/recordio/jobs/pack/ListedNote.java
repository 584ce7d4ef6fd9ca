// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** Prints now and then how many files have been listed: there is no job yet to show progress. */
final class ListedNote implements LongConsumer {
  private static final long NANOS = TimeUnit.SECONDS.toNanos(10);

  /** A look at the clock for each file would cost something. */
  private static final long FILES = 1024;

  private final PrintStream err;
  private final LongSupplier clock;
  private long last;

  /**
   * @param clock the time in nanoseconds
   */
  ListedNote(PrintStream err, LongSupplier clock) {
    this.err = err;
    this.clock = clock;
    last = clock.getAsLong();
  }

  /** Takes how many files have been listed so far. */
  @Override
  public void accept(long files) {
    if (files % FILES != 0) {
      return;
    }
    long now = clock.getAsLong();
    if (now - last >= NANOS) {
      last = now;
      err.printf("listed %,d files so far%n", files);
      err.flush();
    }
  }
}
