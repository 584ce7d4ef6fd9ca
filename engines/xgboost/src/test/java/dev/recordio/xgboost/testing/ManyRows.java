// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.testing;

import dev.recordio.sparse.CsrBlock;
import dev.recordio.xgboost.input.RowSource;
import dev.recordio.xgboost.train.Tracker;
import dev.recordio.xgboost.train.TrainSettings;
import dev.recordio.xgboost.train.Trained;
import dev.recordio.xgboost.train.Worker;
import java.util.Locale;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;

/**
 * Any number of rows that are made as they are asked for: so a process that trains on them has the
 * memory of the training only. The label is 1 if the first five values add up to more than 2.5.
 */
public final class ManyRows implements RowSource {
  private static final int BLOCK_ROWS = 4096;

  private final int rows;
  private final int entries;
  private final int columns;
  private int next;

  /** Makes rows with this number of entries in this number of columns. */
  public ManyRows(int rows, int entries, int columns) {
    this.rows = rows;
    this.entries = entries;
    this.columns = columns;
  }

  @Override
  public Rows next() {
    if (next == rows) {
      return null;
    }
    var random = new Random(next);
    var block = new CsrBlock();
    for (int end = Math.min(next + BLOCK_ROWS, rows); next < end; next++) {
      int row = block.rows();
      block.addRow(0);
      float sum = 0;
      int step = columns / entries;
      for (int i = 0; i < entries; i++) {
        float value = random.nextInt(1 << 12) / (float) (1 << 12);
        block.add(i < 5 ? i : (long) i * step + random.nextInt(step), value);
        sum += i < 5 ? value : 0;
      }
      block.labels()[row] = sum > 2.5f ? 1 : 0;
    }
    return new Rows(block, null);
  }

  @Override
  public void close() {}

  /**
   * Trains, and prints how many of the first rows are predicted wrong, with seconds and memory.
   *
   * @param args memory or external, rows, entries of a row, columns, rounds
   */
  public static void main(String[] args) throws Exception {
    int entries = Integer.parseInt(args[2]);
    int columns = Integer.parseInt(args[3]);
    var params = new TreeMap<>(Models.BINARY);
    params.put("max_bin", "64");
    params.put("nthread", "2");
    TrainSettings settings = TrainSettings.of(params).withRounds(Integer.parseInt(args[4]));
    if (args[0].equals("external")) {
      settings = settings.withExternalMemory();
    }
    long begin = System.nanoTime();
    Trained trained;
    try (var tracker = new Tracker(settings, "127.0.0.1");
        var rows = new ManyRows(Integer.parseInt(args[1]), entries, columns)) {
      trained = new Worker(new Configuration(), settings, 0, "rows").train(rows, tracker.args());
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    CsrBlock first = new ManyRows(BLOCK_ROWS, entries, columns).next().block();
    System.out.printf(
        Locale.ROOT,
        "%s seconds=%.1f wrong=%d of %d model=%08x%n",
        trained.report(),
        seconds,
        HashedRows.wrong(first, trained.model().predict(first)),
        BLOCK_ROWS,
        java.util.Arrays.hashCode(trained.model().bytes()));
  }
}
