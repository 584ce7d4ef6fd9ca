// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import dev.recordio.bytes.Drain;
import dev.recordio.sparse.IndexType;
import java.io.IOException;

/** Shards as {@link RowBlockEncoder} writes them, one container a file; without columns. */
public final class RowBlockShardEncoder implements ShardEncoder {
  private final IndexType type;
  private final long fixedBytes;

  /** Creates an encoder. */
  public RowBlockShardEncoder(IndexType type) {
    this.type = type;
    fixedBytes = emptyBytes();
  }

  @Override
  public String suffix() {
    return ".rowblock";
  }

  @Override
  public long bytes(ShardCounts counts) {
    long row =
        Long.BYTES
            + Float.BYTES
            + (counts.hasWeight() ? Float.BYTES : 0)
            + (counts.hasQid() ? Long.BYTES : 0);
    long entry = type.width() + Float.BYTES + (counts.hasField() ? type.width() : 0);
    return fixedBytes + row * counts.rows() + entry * counts.entries();
  }

  @Override
  public ColumnsPlace write(ShardRows shard, Drain drain) throws IOException {
    new RowBlockEncoder(type, shard.bare(), drain).write(shard.source(), shard.shape());
    return null;
  }
}
