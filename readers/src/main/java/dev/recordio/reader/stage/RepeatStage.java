// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.reader.Decorator;
import dev.recordio.reader.Source;
import dev.recordio.reader.Stage;
import java.io.IOException;

/**
 * Several epochs, one after the other; over a stage that repeats already, each time as many.
 *
 * <p>Without a number of epochs it ends when two in a row have no item, and nothing was read of
 * them before this run.
 *
 * <p>Its mark is how many epochs have ended, less what would follow from the number of the current
 * epoch: 0, unless the reader was reset, or a stage before this one leaves epochs out. So workers
 * that are in different epochs have the same mark.
 */
final class RepeatStage<T> extends Decorator.Passing<T> {
  /** As many epochs as are asked for. */
  static final long INFINITE = Long.MAX_VALUE;

  /** The largest number of epochs that is not infinite. */
  static final long MAX_EPOCHS = 1L << 62;

  private final long epochs;
  private final Source<?> source; // whose epochs are counted
  private long ended; // in this run of all epochs
  private int empty; // epochs in a row
  private boolean any; // item in this epoch

  RepeatStage(Stage<T> upstream, long epochs) {
    super(upstream, 1);
    this.epochs = epochs;
    source = sources().get(0).source();
  }

  @Override
  protected boolean advance() throws IOException {
    while (!upstream.next()) {
      empty = any || !isFresh() ? 0 : empty + 1;
      any = false;
      if (epochs == INFINITE ? empty > 1 : ended >= epochs - 1) {
        return false;
      }
      upstream.reset();
      ended++;
    }
    any = true;
    return true;
  }

  /** Whether no earlier run, of several workers perhaps, has read items of the epoch. */
  private boolean isFresh() {
    long epoch = upstream.epoch();
    return sources().stream().allMatch(each -> each.source().isFresh(epoch));
  }

  @Override
  protected void rewind() throws IOException {
    super.rewind();
    ended = 0;
    empty = 0;
    any = false;
  }

  @Override
  public long epochsOfPass() {
    long each = upstream.epochsOfPass();
    return epochs > INFINITE / each ? INFINITE : each * epochs;
  }

  @Override
  public boolean isItemForItem() {
    return upstream.isItemForItem();
  }

  @Override
  protected void markOwn(long[] to, int at) {
    to[at] = epochs == INFINITE ? 0 : Math.floorMod(ended - endedByNumber(), epochs);
  }

  @Override
  protected void resumeOwn(long[] from, int at) {
    ended = epochs == INFINITE ? 0 : Math.floorMod(endedByNumber() + from[at], epochs);
    empty = 0;
    any = true; // or not known; then one more epoch is tried
  }

  /** Returns how many epochs have ended if no one was left out, and the reader was not reset. */
  private long endedByNumber() {
    long before = (upstream.epoch() - source.firstEpoch()) / upstream.epochsOfPass();
    return Math.floorMod(before, epochs);
  }

  @Override
  protected String text() {
    return "repeat(" + (epochs == INFINITE ? "inf" : Long.toString(epochs)) + ")";
  }
}
