// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import dev.recordio.reader.PlacedItems.Places;
import dev.recordio.sparse.CsrBlock;
import java.util.Objects;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** Sparse rows in one block of arrays (CSR). */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class RowBatch extends Batch<Row> {
  private static final int ROW_BYTES = 24; // offset, label, weight, query id
  private static final int ENTRY_BYTES = 8;

  private final Row view = new Row();
  private final Places places = new Places();
  private final CsrBlock block = new CsrBlock();

  /** Creates an empty batch. */
  @InterfaceAudience.Private
  public RowBatch() {}

  /** Returns the rows. Do not change them. */
  public CsrBlock block() {
    return block;
  }

  @Override
  public int size() {
    return block.rows();
  }

  @Override
  public Row get(int i) {
    view.setRow(block, Objects.checkIndex(i, block.rows()));
    places.get(i, view);
    return view;
  }

  @InterfaceAudience.Private
  @Override
  public void add(Row item) {
    places.set(block.rows(), item);
    block.addRows(item.block(), item.row(), item.row() + 1);
  }

  /** Returns the bytes of rows and entries. */
  static long bytes(long rows, long entries) {
    return ROW_BYTES * rows + ENTRY_BYTES * entries;
  }

  @InterfaceAudience.Private
  @Override
  public long bytes() {
    return bytes(block.rows(), block.entries());
  }

  @InterfaceAudience.Private
  @Override
  protected void removeAll() {
    block.clear();
  }
}
