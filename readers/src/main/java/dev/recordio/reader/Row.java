// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import dev.recordio.sparse.CsrBlock;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** A sparse row: a view of a row of a block that belongs to a reader or a batch. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class Row extends Placed {
  private CsrBlock block;
  private int row;

  /** Creates a view of nothing. */
  @InterfaceAudience.Private
  public Row() {}

  /** Returns the block that holds the row. Do not change it. */
  public CsrBlock block() {
    return block;
  }

  /** Returns which row of {@link #block} it is. */
  public int row() {
    return row;
  }

  /** Returns the number of its entries. */
  public int entries() {
    return block.offset(row + 1) - block.offset(row);
  }

  /** Sets the row. */
  @InterfaceAudience.Private
  public void setRow(CsrBlock of, int number) {
    block = of;
    row = number;
  }
}
