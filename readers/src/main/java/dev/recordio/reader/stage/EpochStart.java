// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.reader.Batch;
import dev.recordio.reader.Source;
import dev.recordio.reader.Stage;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * The first items of an epoch, as the same worker has them in a run that was never interrupted:
 * with them the epoch's last batch is filled up.
 */
final class EpochStart<T> {
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
   * Reads the first items of the epoch in which a run is resumed. Leaves {@code upstream} anywhere.
   *
   * @param marks where the run is resumed
   */
  void read(long[] marks, int at) throws IOException {
    List<Source<?>> sources = upstream.sources();
    long[] here = Arrays.copyOfRange(marks, at, at + upstream.marks());
    long[] begin = here.clone();
    upstream.toEpochStart(begin, 0);
    boolean inside = !Arrays.equals(begin, here);
    for (int i = 0; i < sources.size(); i++) {
      inside |= !sources.get(i).isFresh(begin[upstream.sourceMarks().get(i)]);
    }
    epoch = Long.MIN_VALUE;
    complete = false;
    first.clear();
    if (!inside) {
      return;
    }
    List<Runnable> back = sources.stream().map(Source::forget).toList();
    upstream.resume(begin, 0);
    epoch = upstream.epoch();
    while (first.size() < most && upstream.next() && upstream.epoch() == epoch) {
      first.add(upstream.get());
    }
    complete = true;
    back.forEach(Runnable::run);
  }
}
