// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.spark;

import dev.recordio.spark.LabeledRow;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.xgboost.input.RowSource;
import scala.collection.Iterator;

/** The rows of a partition in blocks. */
final class PartitionRows<T> implements RowSource {
  private static final int BLOCK_ENTRIES = 1 << 20;
  private static final int BLOCK_ROWS = 1 << 16;

  private final Iterator<T> rows;
  private final PartitionRowReader<T> reader;
  private CsrBlock training = new CsrBlock();
  private CsrBlock validation = new CsrBlock();

  PartitionRows(Iterator<T> rows, PartitionRowReader<T> reader) {
    this.rows = rows;
    this.reader = reader;
  }

  @Override
  public Rows next() {
    while (rows.hasNext() && !isFull(training) && !isFull(validation)) {
      T row = rows.next();
      reader.add(row, reader.forValidation(row) ? validation : training);
    }
    if (validation.rows() > 0 && !isFull(training)) {
      var full = new Rows(validation, null, true);
      validation = new CsrBlock();
      return full;
    }
    var full = new Rows(training, null);
    training = new CsrBlock();
    return full.block().rows() == 0 ? null : full;
  }

  private static boolean isFull(CsrBlock block) {
    return block.rows() >= BLOCK_ROWS || block.entries() >= BLOCK_ENTRIES;
  }

  @Override
  public long width() {
    return reader.width();
  }

  /** Adds a row of an RDD to a block. */
  static void add(LabeledRow row, CsrBlock block) {
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
