// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.spark;

import dev.recordio.spark.LabeledRow;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.xgboost.input.RowSource;
import scala.collection.Iterator;

/** The rows of a partition in blocks. */
final class PartitionRows implements RowSource {
  private static final int BLOCK_ENTRIES = 1 << 20;
  private static final int BLOCK_ROWS = 1 << 16;

  private final Iterator<LabeledRow> rows;

  PartitionRows(Iterator<LabeledRow> rows) {
    this.rows = rows;
  }

  @Override
  public Rows next() {
    if (!rows.hasNext()) {
      return null;
    }
    var block = new CsrBlock();
    while (rows.hasNext() && block.rows() < BLOCK_ROWS && block.entries() < BLOCK_ENTRIES) {
      add(rows.next(), block);
    }
    return new Rows(block, null);
  }

  private static void add(LabeledRow row, CsrBlock block) {
    block.addRow(row.label());
    if (row.weight() != null) {
      block.setWeight(row.weight());
    }
    if (row.qid() != null) {
      block.setQid(row.qid());
    }
    long[] indices = row.indices();
    float[] values = row.values();
    for (int i = 0; i < indices.length; i++) {
      block.add(indices[i], values[i]);
    }
  }

  @Override
  public void close() {}
}
