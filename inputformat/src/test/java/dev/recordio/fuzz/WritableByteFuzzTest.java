// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fuzz;

import dev.recordio.io.RowBlockWritable;
import dev.recordio.io.SparseRow;
import dev.recordio.mapreduce.indexed.IndexedSplit;
import java.util.List;

/** Writables of bytes that no writer wrote. */
class WritableByteFuzzTest extends ByteFuzzTest {
  @Override
  protected List<ByteTarget> targets() {
    return List.of(
        ByteTarget.ofWritable("sparse-row", 1_000_000, SparseRow::new),
        ByteTarget.ofWritable("row-block-writable", 300_000, RowBlockWritable::new),
        ByteTarget.ofWritable("indexed-split", 300_000, IndexedSplit::new));
  }
}
