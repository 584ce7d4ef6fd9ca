// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.reader.Decorator;
import dev.recordio.reader.Stage;
import dev.recordio.reader.Stage.Resumption;
import java.io.IOException;

/**
 * Each n-th item of an epoch. All items are read, by each worker; a share of a source's positions
 * is cheaper, and can be resumed on other workers.
 *
 * <p>Its mark is how many of the next items are another worker's.
 */
final class ShardStage<T> extends Decorator.Passing<T> {
  private final int worker;
  private final int workers;
  private int others; // items before the next one of this worker
  private long epoch;
  private boolean begun; // else epoch is not known

  ShardStage(Stage<T> upstream, int worker, int workers) {
    super(upstream, 1);
    this.worker = worker;
    this.workers = workers;
    others = worker;
  }

  @Override
  protected boolean wanted() {
    if (!begun || upstream.epoch() != epoch) {
      begun = true;
      epoch = upstream.epoch();
      others = worker;
    }
    others = others == 0 ? workers - 1 : others - 1;
    return others == workers - 1;
  }

  @Override
  protected void rewind() throws IOException {
    super.rewind();
    begun = false;
    others = worker;
  }

  @Override
  protected void markOwn(long[] to, int at) {
    to[at] = others;
  }

  @Override
  protected void resumeOwn(long[] from, int at) {
    others = (int) from[at];
    begun = true;
    epoch = upstream.epoch();
  }

  @Override
  protected void ownToEpochStart(long[] of, int at) {
    of[at] = worker;
  }

  @Override
  public Resumption resumption() {
    return super.resumption().and(new Resumption(Resumption.By.SAME_WORKERS, text()));
  }

  @Override
  protected String text() {
    return "shard(" + worker + "/" + workers + ")";
  }
}
