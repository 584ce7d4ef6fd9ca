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

  /** Creates an empty view. */
  @InterfaceAudience.Private
  public Row() {}

  /** Returns the block that holds the row. Do not change it. */
  public CsrBlock block() {
    return block;
  }

  /** Returns the row's number in {@link #block}, from 0. */
  public int row() {
    return row;
  }

  /** Returns the number of the row's entries. */
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
