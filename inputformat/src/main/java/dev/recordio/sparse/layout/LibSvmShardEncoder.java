// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import dev.recordio.bytes.Drain;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import java.io.IOException;

/** Shards as {@link LibSvmEncoder} writes them; the size of a row is its line's. */
public final class LibSvmShardEncoder implements ShardEncoder {
  private final int base;
  private final LibSvmEncoder measure;

  /**
   * Creates an encoder.
   *
   * @param base the number of the first column, 0 or 1
   */
  public LibSvmShardEncoder(int base) {
    this.base = base;
    measure = new LibSvmEncoder(base, (bytes, at, count) -> {});
  }

  @Override
  public String suffix() {
    return ".libsvm";
  }

  @Override
  public long bytes(ShardCounts counts) {
    return counts.rowBytes();
  }

  @Override
  public boolean measuresRows() {
    return true;
  }

  @Override
  public long rowBytes(CsrBlock block, int row, ShardCounts counts) throws IOException {
    return measure.line(block, row, counts.hasWeight(), counts.hasQid());
  }

  @Override
  public void check(CsrBlock block) throws MalformedRecordException {
    for (int row = 0; row < block.rows(); row++) {
      float label = block.labels()[row];
      float weight = block.hasWeight() ? block.weights()[row] : 1;
      if (!Float.isFinite(label) || !Float.isFinite(weight)) {
        String expected = "finite labels and weights, as readers of LibSVM text do";
        String found = Float.isFinite(label) ? "weight " + weight : "label " + label;
        throw ShardEncoder.refused(block, row, expected, found);
      }
    }
  }

  @Override
  public ColumnsPlace write(ShardRows shard, Drain drain) throws IOException {
    new LibSvmEncoder(base, drain).write(shard.source(), shard.shape());
    return null;
  }
}
