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
 * <p>There are weights, query ids and fields where the rows have them. Where a mode of parsing
 * accepts text that has weights or query ids in some rows only, rows without them have 1 and 0 if a
 * row before them in the same piece of the text has some.
 */
final class RowBlocks {
  private final RowBlockEncoder encoder = new RowBlockEncoder(IndexType.UINT64);
  private final GrowingBytes to;
  private final CsrBlock rows = new CsrBlock();
  private final CsrSource source = CsrSource.of(rows);

  /** Creates one that adds blocks to {@code to}. */
  RowBlocks(GrowingBytes to) {
    this.to = to;
  }

  /** Adds the rows {@code begin .. end} as a row block. */
  void add(CsrBlock block, int begin, int end) throws IOException {
    rows.clear();
    rows.addRows(block, begin, end);
    encoder.write(source, ShardShape.of(source), false, to);
  }
}
