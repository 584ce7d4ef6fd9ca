// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.reader.Batch;
import dev.recordio.reader.Decorator;
import dev.recordio.reader.Items;
import dev.recordio.reader.Items.BatchItems;
import dev.recordio.reader.Stage;
import dev.recordio.reader.Stage.Resumption;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Batches of consecutive items. None reaches over the end of an epoch, before or after a stage that
 * repeats: the next epoch begins with a batch of its own first items.
 */
final class BatchStage<T> extends Decorator<T, Batch<T>> {
  private final int size;
  private final Tail tail;
  private final Items<Batch<T>> items;
  private final Batch<T> batch;
  private final EpochStart<T> start; // or null
  private final long[] before; // marks before an item that was pulled too early
  private boolean pulled; // the current item of upstream is of a later epoch than the batch
  private boolean begun; // else epoch is not known
  private long epoch; // of the batch

  BatchStage(Stage<T> upstream, int size, Tail tail) {
    super(upstream);
    this.size = size;
    this.tail = tail;
    items = new BatchItems<>(upstream.items());
    batch = upstream.items().newBatch();
    start = tail == Tail.WRAP ? new EpochStart<>(upstream, size - 1) : null;
    before = new long[upstream.marks()];
  }

  @Override
  protected boolean advance() throws IOException {
    batch.clear();
    while (batch.size() < size) {
      if (!pulled) {
        upstream.mark(before, 0);
        if (!upstream.next()) {
          return endOfEpoch();
        }
      }
      pulled = begun && upstream.epoch() != epoch;
      if (pulled && endOfEpoch()) {
        return true;
      }
      if (pulled || !begun) {
        batch.clear();
        begun = true;
        epoch = upstream.epoch();
        pulled = false;
      }
      T item = upstream.get();
      if (start != null) {
        start.add(epoch, item);
      }
      batch.add(item);
    }
    return true;
  }

  /** Completes the last batch of an epoch; false if it is left out. */
  private boolean endOfEpoch() throws IOException {
    int got = batch.size();
    if (got == 0 || tail == Tail.DROP) {
      return false;
    }
    while (tail == Tail.PAD && batch.size() < size) {
      batch.addFill(batch.get(got - 1));
    }
    while (tail == Tail.WRAP && batch.size() < size) {
      batch.addFill(start.get(epoch, batch, batch.size() - got));
    }
    return true;
  }

  @Override
  protected Batch<T> item() {
    return batch;
  }

  @Override
  public Items<Batch<T>> items() {
    return items;
  }

  @Override
  public long epoch() {
    requireOpen();
    return begun ? epoch : upstream.epoch();
  }

  @Override
  protected void rewind() throws IOException {
    if (pulled && upstream.resumption().by() != Resumption.By.NOBODY) {
      upstream.resume(before, 0); // else upstream would leave out the epoch it is in already
    }
    super.rewind();
    pulled = false;
    begun = false;
  }

  @Override
  public void mark(long[] to, int at) {
    if (pulled) {
      System.arraycopy(before, 0, to, at, before.length);
    } else {
      super.mark(to, at);
    }
  }

  @Override
  public void resume(long[] from, int at) throws IOException {
    if (start != null) {
      start.read(from, at);
    }
    super.resume(from, at);
    pulled = false;
    begun = true;
    epoch = upstream.epoch();
  }

  @Override
  protected String text() {
    return "batch("
        + size
        + (tail == Tail.EMIT ? "" : ",tail=" + tail.name().toLowerCase(Locale.ROOT))
        + ")";
  }

  @Override
  protected boolean mayChange() {
    return true;
  }

  /**
   * The first items of an epoch, as the same worker has them in a run that was never interrupted:
   * with them the epoch's last batch is filled up.
   */
  private static final class EpochStart<T> {
    private final Stage<T> upstream;
    private final int most;
    private final Batch<T> first;
    private long epoch = Long.MIN_VALUE; // of these items
    private boolean complete; // no more of them are to come from the stream

    EpochStart(Stage<T> upstream, int most) {
      this.upstream = upstream;
      this.most = most;
      first = upstream.items().newBatch();
    }

    /** Takes the next item of an epoch. */
    void add(long of, T item) {
      if (of != epoch) {
        epoch = of;
        complete = false;
        first.clear();
      }
      if (!complete && first.size() < most) {
        first.add(item);
      }
    }

    /**
     * Returns item {@code i} with which a batch is filled up, from 0.
     *
     * @param batch the batch: its own items serve if the epoch has no others for this worker
     */
    T get(long of, Batch<T> batch, int i) {
      Batch<T> from = of == epoch && first.size() > 0 ? first : batch;
      return from.get(i % (from.size() - from.fill()));
    }

    /**
     * Reads the first items of the epoch in which a run is resumed. Leaves {@code upstream}
     * anywhere.
     *
     * @param marks where the run is resumed
     */
    void read(long[] marks, int at) throws IOException {
      List<MarkedSource> sources = upstream.sources();
      long[] here = Arrays.copyOfRange(marks, at, at + upstream.marks());
      long[] begin = here.clone();
      upstream.toEpochStart(begin, 0);
      boolean inside = !Arrays.equals(begin, here);
      for (MarkedSource each : sources) {
        inside |= !each.source().isFresh(begin[each.at()]);
      }
      epoch = Long.MIN_VALUE;
      complete = false;
      first.clear();
      if (!inside) {
        return;
      }
      List<Runnable> back = sources.stream().map(each -> each.source().forget()).toList();
      upstream.resume(begin, 0);
      epoch = upstream.epoch();
      while (first.size() < most && upstream.next() && upstream.epoch() == epoch) {
        first.add(upstream.get());
      }
      complete = true;
      back.forEach(Runnable::run);
    }
  }
}
