// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.index;

import java.io.IOException;
import java.util.Iterator;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/** Writes or compares the indexes of files whose splits several tasks have read. */
class IndexReducer extends Reducer<BlockKey, IndexBlock, Text, Text> {
  private FileIndexer indexer;

  @Override
  protected void setup(Context context) {
    indexer = new FileIndexer(context.getConfiguration());
  }

  @Override
  protected void reduce(BlockKey key, Iterable<IndexBlock> blocks, Context context)
      throws IOException, InterruptedException {
    Iterator<IndexBlock> sorted = blocks.iterator();
    indexer.index(key, () -> sorted.hasNext() ? sorted.next() : null, context);
  }
}
