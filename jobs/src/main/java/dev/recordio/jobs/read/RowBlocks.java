// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.read;

import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrSource;
import dev.recordio.sparse.IndexType;
import dev.recordio.sparse.layout.RowBlockEncoder;
import dev.recordio.sparse.layout.ShardShape;
import java.io.IOException;

/**
 * Writes rows as row blocks with 64-bit indices, and with values even if all are 1.
 *
 * <p>Weights, query ids or fields are there if one of the rows has another weight than 1, another
 * query id or field than 0. So the bytes depend on the rows alone, and not on those that were read
 * together with them.
 */
final class RowBlocks {
  private final RowBlockEncoder encoder;
  private final CsrBlock rows = new CsrBlock();
  private final CsrSource source = CsrSource.of(rows);

  /** Creates one that adds blocks to {@code to}. */
  RowBlocks(GrowingBytes to) {
    encoder = new RowBlockEncoder(IndexType.UINT64, false, to);
  }

  /** Adds the rows {@code begin .. end} as a row block. */
  void add(CsrBlock block, int begin, int end) throws IOException {
    rows.clear();
    boolean fields = hasField(block, block.offset(begin), block.offset(end));
    for (int row = begin; row < end; row++) {
      rows.addRow(block.labels()[row]);
      if (block.weights()[row] != 1) {
        rows.setWeight(block.weights()[row]);
      }
      if (block.qids()[row] != 0) {
        rows.setQid(block.qids()[row]);
      }
      for (int i = block.offset(row); i < block.offset(row + 1); i++) {
        if (fields) {
          rows.add(block.fields()[i], block.index(i), block.values()[i]);
        } else {
          rows.add(block.index(i), block.values()[i]);
        }
      }
    }
    encoder.write(source, ShardShape.of(source));
  }

  private static boolean hasField(CsrBlock block, int from, int to) {
    boolean any = false;
    for (int i = from; i < to && block.hasField() && !any; i++) {
      any = block.fields()[i] != 0;
    }
    return any;
  }
}
