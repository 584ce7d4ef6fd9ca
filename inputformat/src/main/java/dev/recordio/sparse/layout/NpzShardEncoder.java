// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import dev.recordio.bytes.Drain;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrSource;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Shards as {@link NpzEncoder} writes them; labels and all else are NPY files beside it. */
public final class NpzShardEncoder implements ShardEncoder {
  /** The bytes of a file without rows, except for the one offset that it has. */
  private static final long FIXED_BYTES = new NpzShardEncoder(false).emptyBytes() - Integer.BYTES;

  private final boolean deflate;

  /**
   * Creates an encoder.
   *
   * @param deflate whether members are deflated
   */
  public NpzShardEncoder(boolean deflate) {
    this.deflate = deflate;
  }

  @Override
  public String suffix() {
    return ".npz";
  }

  @Override
  public long bytes(ShardCounts counts) {
    long width = NpzEncoder.width(counts.rows(), counts.entries(), counts.columns());
    long offsets = width * (counts.rows() + 1);
    long indices = width * counts.entries();
    long values = Float.BYTES * counts.entries();
    long bytes = FIXED_BYTES + offsets + indices + values;
    return bytes <= ZipDirectory.ZIP64_LIMIT
        ? bytes
        : bytes + NpzEncoder.zip64Bytes(indices, offsets, values);
  }

  @Override
  public void check(CsrBlock block) throws MalformedRecordException {
    for (int row = 0; block.hasQid() && row < block.rows(); row++) {
      long qid = block.qids()[row];
      if (qid < 0) {
        String expected = "query ids below 2^63, as .qid.npy holds them (--to rowblock takes all)";
        throw ShardEncoder.refused(block, row, expected, Long.toUnsignedString(qid));
      }
    }
  }

  @Override
  public ShardShape newShape() {
    return deflate ? new ShardShape() : new NpzShape();
  }

  @Override
  public ColumnsPlace write(ShardRows shard, Drain drain) throws IOException {
    var npz = new NpzEncoder(deflate, drain);
    npz.write(shard.source(), shard.shape(), shard.columns());
    return deflate ? null : npz.columnsPlace();
  }

  @Override
  public Map<String, Vector> vectors(ShardRows shard) {
    CsrSource rows = shard.source();
    ShardShape shape = shard.shape();
    float[] margins = shard.baseMargins();
    var vectors = new LinkedHashMap<String, Vector>();
    vectors.put(".label.npy", out -> new NpyEncoder(out).labels(rows, shape));
    if (shape.hasWeight()) {
      vectors.put(".weight.npy", out -> new NpyEncoder(out).weights(rows, shape));
    }
    if (shape.hasQid()) {
      vectors.put(".qid.npy", out -> new NpyEncoder(out).qids(rows, shape));
      vectors.put(
          ".group_ptr.npy", out -> new NpyEncoder(out).groups(QueryGroups.ofQids(rows, shape)));
    }
    if (shape.hasField()) {
      vectors.put(".field.npy", out -> new NpyEncoder(out).fields(rows, shape));
    }
    if (margins != null) {
      int outputs = shape.rows() == 0 ? 1 : (int) (margins.length / shape.rows());
      vectors.put(".base_margin.npy", out -> new NpyEncoder(out).floats(margins, outputs));
    }
    return vectors;
  }
}
