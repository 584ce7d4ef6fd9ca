// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import dev.recordio.sparse.CsrBlock;
import java.util.ArrayList;
import java.util.List;

/** Rows as text, for comparison: label, weight, query id, and {@code [field:]index:value}. */
public final class RowText {
  private RowText() {}

  /** Returns the rows of a block. */
  public static List<String> of(CsrBlock block) {
    var rows = new ArrayList<String>();
    for (int r = 0; r < block.rows(); r++) {
      var row = new StringBuilder();
      row.append(block.labels()[r]).append(' ').append(block.weights()[r]).append(' ');
      row.append(Long.toUnsignedString(block.qids()[r]));
      for (int i = block.offset(r); i < block.offset(r + 1); i++) {
        row.append(' ');
        if (block.hasField()) {
          row.append(Integer.toUnsignedString(block.fields()[i])).append(':');
        }
        row.append(Long.toUnsignedString(block.index(i))).append(':').append(block.values()[i]);
      }
      rows.add(row.toString());
    }
    return rows;
  }
}
