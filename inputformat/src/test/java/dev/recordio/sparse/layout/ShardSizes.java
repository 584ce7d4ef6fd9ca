// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrFixtures;
import dev.recordio.sparse.CsrSource;
import java.io.IOException;
import java.util.List;

/** Sizes of shards that encoders compute, against the bytes that they write. */
public final class ShardSizes {
  private ShardSizes() {}

  /** Fails where the size of a shard that an encoder writes is not as computed before. */
  public static void check(ShardEncoder encoder) throws IOException {
    for (String set : List.of("tiny", "real", "rank_qid", "weighted")) {
      CsrBlock all = rows(set);
      boolean grouped = !all.hasWeight(); // DMatrix takes one weight per group
      for (int count : new int[] {0, 1, 2, all.rows() / 2, all.rows()}) {
        CsrBlock block = first(all, count);
        sized(encoder, block, 0, false, false);
        sized(encoder, block, 0, true, grouped);
        sized(encoder, block, 1, false, grouped);
        sized(encoder, block, 3, true, false);
      }
    }
    var fields = new CsrBlock();
    for (int r = 0; r < 9; r++) {
      fields.addRow(r);
      fields.add(r, 1000L * r, 0.5f);
      fields.add(r + 1, 1000L * r + 7, -1);
    }
    sized(encoder, fields, 0, false, false);
  }

  static CsrBlock rows(String set) throws IOException {
    var all = new CsrBlock();
    CsrFixtures.rows(set).pass(block -> all.addRows(block, 0, block.rows()));
    return all;
  }

  static CsrBlock first(CsrBlock block, int rows) {
    var head = new CsrBlock();
    head.addRows(block, 0, rows);
    return head;
  }

  /** Writes a shard; checks its size against the one computed before. */
  static ShardRows sized(
      ShardEncoder encoder, CsrBlock block, int margins, boolean weights, boolean qids)
      throws IOException {
    long columns = 1 << 20;
    CsrSource source = CsrSource.of(block);
    ShardShape shape = ShardShape.of(source);
    shape.give(weights, qids);
    var counts = new ShardCounts(columns, margins, weights, qids);
    counts.see(block);
    long rowBytes = 0;
    for (int r = 0; encoder.measuresRows() && r < block.rows(); r++) {
      rowBytes += encoder.rowBytes(block, r, counts);
    }
    float[] baseMargins = margins == 0 ? null : new float[margins * block.rows()];
    var shard = new ShardRows(source, shape, columns, baseMargins, false);
    var written = new CrcDrain();
    encoder.write(shard, written);
    counts.set(block.rows(), block.entries(), shape.groups(), rowBytes);
    assertEquals(written.bytes(), encoder.bytes(counts), () -> block.rows() + " rows");
    return shard;
  }
}
