// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.tensorflow;

import dev.recordio.bytes.Drain;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrSource;
import dev.recordio.sparse.layout.ColumnsPlace;
import dev.recordio.sparse.layout.ShardCounts;
import dev.recordio.sparse.layout.ShardEncoder;
import dev.recordio.sparse.layout.ShardRows;
import dev.recordio.sparse.layout.ShardShape;
import java.io.IOException;

/** Shards as TFRecords, an Example a row: {@link RowExample}. Columns ascend in each. */
public final class TfRecordShardEncoder implements ShardEncoder {
  private final RowExample rows = new RowExample();

  @Override
  public String suffix() {
    return ".tfrecord";
  }

  @Override
  public boolean measuresRows() {
    return true;
  }

  @Override
  public long rowBytes(CsrBlock block, int row, ShardCounts counts) {
    return TfRecordFrame.FRAME_BYTES
        + rows.of(block, row, counts.hasWeight(), counts.hasQid()).size();
  }

  @Override
  public void check(CsrBlock block) throws MalformedRecordException {
    RowExample.check(block);
  }

  @Override
  public ColumnsPlace write(ShardRows shard, Drain drain) throws IOException {
    ShardShape shape = shard.shape();
    CsrSource source = shape.ascending(shard.source());
    var frames = new TfRecordWriter(drain);
    source.pass(
        block -> {
          for (int row = 0; row < block.rows(); row++) {
            ExampleWriter example = rows.of(block, row, shape.hasWeight(), shape.hasQid());
            frames.begin(example.size());
            example.write(frames);
            frames.end();
          }
        });
    frames.flush();
    return null;
  }
}
