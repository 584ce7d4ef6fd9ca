// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import dev.recordio.bytes.Drain;
import java.io.IOException;

/** Shards as {@link DMatrixEncoder} writes them: one file holds all. */
public final class DMatrixShardEncoder implements ShardEncoder {
  private final DMatrixDialect dialect;
  private final long fixedBytes;

  /** Creates an encoder. */
  public DMatrixShardEncoder(DMatrixDialect dialect) {
    this.dialect = dialect;
    fixedBytes = emptyBytes();
  }

  @Override
  public String suffix() {
    return ".buffer";
  }

  @Override
  public long bytes(ShardCounts counts) {
    long rows = counts.rows();
    long groups = counts.hasQid() ? counts.groups() : 0;
    long ends = counts.hasQid() ? groups + 1 : 0;
    long weighted = counts.hasQid() ? groups : rows;
    long weights = counts.hasWeight() ? weighted : 0;
    long labelsAndMargins = (1 + counts.margins()) * rows;
    long pairs = Integer.BYTES + Float.BYTES;
    return fixedBytes
        + Float.BYTES * (labelsAndMargins + weights)
        + Integer.BYTES * ends
        + Long.BYTES * rows
        + pairs * counts.entries();
  }

  @Override
  public ColumnsPlace write(ShardRows shard, Drain drain) throws IOException {
    new DMatrixEncoder(dialect, drain)
        .write(
            shard.source(),
            shard.shape(),
            shard.columns(),
            new SideVectors(null, null, shard.baseMargins()));
    return DMatrixEncoder.COLUMNS_PLACE;
  }
}
