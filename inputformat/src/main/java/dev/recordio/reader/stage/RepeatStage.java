// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.reader.Decorator;
import dev.recordio.reader.Items;
import dev.recordio.reader.Stage;
import java.io.IOException;

/**
 * Several epochs, one after the other.
 *
 * <p>Without a number of epochs it ends when two epochs in a row have no item.
 */
final class RepeatStage<T> extends Decorator<T, T> {
  /** As many epochs as are asked for. */
  static final long INFINITE = Long.MAX_VALUE;

  private final long epochs;
  private long begin;
  private boolean restarted; // by the user, so that the first epoch is not the run's
  private int empty; // epochs in a row
  private boolean any; // item in this epoch

  RepeatStage(Stage<T> upstream, long epochs) {
    super(upstream);
    this.epochs = epochs;
  }

  @Override
  protected boolean advance() throws IOException {
    while (!upstream.next()) {
      empty = any ? 0 : empty + 1;
      if (upstream.epoch() - firstEpoch() >= epochs - 1 || epochs == INFINITE && empty > 1) {
        return false;
      }
      any = false;
      upstream.reset();
    }
    any = true;
    return true;
  }

  @Override
  protected T item() {
    return upstream.get();
  }

  @Override
  public Items<T> items() {
    return upstream.items();
  }

  @Override
  protected void rewind() throws IOException {
    super.rewind();
    begin = upstream.epoch();
    restarted = true;
    empty = 0;
    any = false;
  }

  @Override
  public void resume(long[] from, int at) throws IOException {
    super.resume(from, at);
    restarted = false;
    empty = 0;
    any = false;
  }

  @Override
  public long firstEpoch() {
    return restarted ? begin : upstream.firstEpoch();
  }

  @Override
  protected String text() {
    return "repeat(" + (epochs == INFINITE ? "inf" : Long.toString(epochs)) + ")";
  }
}
