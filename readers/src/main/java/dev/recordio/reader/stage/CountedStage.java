// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.reader.Decorator;
import dev.recordio.reader.Stage;
import dev.recordio.reader.Stage.Resumption;
import java.io.IOException;

/**
 * A stage that counts the items it has taken from the one before it, from one reset on.
 *
 * <p>Its marks are the count, and what it was at the beginning of the epoch.
 */
abstract class CountedStage<T> extends Decorator.Passing<T> {
  private long count;
  private long countBefore; // the epoch
  private long epoch;
  private boolean begun; // else epoch is not known

  CountedStage(Stage<T> upstream) {
    super(upstream, 2);
  }

  /** Returns how many items were taken. */
  final long count() {
    return count;
  }

  @Override
  protected boolean wanted() {
    if (!begun || upstream.epoch() != epoch) {
      begun = true;
      epoch = upstream.epoch();
      countBefore = count;
    }
    count++;
    return true;
  }

  @Override
  protected void rewind() throws IOException {
    super.rewind();
    count = 0;
    begun = false;
  }

  @Override
  protected void markOwn(long[] to, int at) {
    to[at] = count;
    to[at + 1] = begun ? countBefore : count;
  }

  @Override
  protected void resumeOwn(long[] from, int at) {
    count = from[at];
    countBefore = from[at + 1];
    begun = true;
    epoch = upstream.epoch();
  }

  @Override
  protected void ownToEpochStart(long[] of, int at) {
    of[at] = of[at + 1];
  }

  @Override
  public Resumption resumption() {
    return super.resumption().and(new Resumption(Resumption.By.SAME_WORKERS, text()));
  }

  /** The first items, from one reset on. */
  static final class TakeStage<T> extends CountedStage<T> {
    private final long most;

    TakeStage(Stage<T> upstream, long most) {
      super(upstream);
      this.most = most;
    }

    @Override
    protected boolean advance() throws IOException {
      return count() < most && super.advance();
    }

    @Override
    protected String text() {
      return "take(" + most + ")";
    }
  }

  /** All items but the first ones, from one reset on. */
  static final class SkipStage<T> extends CountedStage<T> {
    private final long left;

    SkipStage(Stage<T> upstream, long left) {
      super(upstream);
      this.left = left;
    }

    @Override
    protected boolean wanted() {
      super.wanted();
      return count() > left;
    }

    @Override
    protected String text() {
      return "skip(" + left + ")";
    }
  }
}
