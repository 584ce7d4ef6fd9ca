// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.sparse.CsrBlock;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** Many sparse rows of text, and where their lines stand. */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public final class RowLines {
  private final CsrBlock block = new CsrBlock();
  private int[] lengths = {};

  RowLines() {}

  /** Returns the rows, always in the same object; their positions are offsets of their lines. */
  public CsrBlock block() {
    return block;
  }

  /** Returns the bytes of the line of row {@code row}, without its end. */
  public int length(int row) {
    return lengths[row];
  }

  /** Takes the lengths of the lines of the block's rows. */
  void measure(TaskRows reader) {
    if (lengths.length < block.rows()) {
      lengths = new int[block.rows() + (block.rows() >> 1)];
    }
    for (int row = 0; row < block.rows(); row++) {
      lengths[row] = reader.lineLength(row);
    }
  }
}
