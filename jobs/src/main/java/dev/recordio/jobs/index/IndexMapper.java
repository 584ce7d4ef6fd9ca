// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.index;

import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Writes or compares the indexes of files that are read as a whole: their blocks come in order, so
 * that nothing has to be sorted.
 */
class IndexMapper extends Mapper<BlockKey, IndexBlock, Text, Text> {
  @Override
  public void run(Context context) throws IOException, InterruptedException {
    var indexer = new FileIndexer(context.getConfiguration());
    boolean more = context.nextKeyValue();
    while (more) {
      var blocks = new Blocks(context);
      indexer.index(context.getCurrentKey(), blocks, context);
      more = blocks.skipToNextFile();
    }
  }

  /** The blocks of the file whose first block is the current one. */
  private static final class Blocks implements FileBlocks {
    private final Context context;
    private final Text file;
    private boolean isFirst = true;
    private boolean more = true;

    Blocks(Context context) throws IOException, InterruptedException {
      this.context = context;
      file = new Text(context.getCurrentKey().file);
    }

    @Override
    public IndexBlock next() throws IOException, InterruptedException {
      if (!isFirst) {
        more = more && context.nextKeyValue();
      }
      isFirst = false;
      return more && context.getCurrentKey().file.equals(file) ? context.getCurrentValue() : null;
    }

    /** Whether the current block, after all of this file, is one of another file. */
    boolean skipToNextFile() throws IOException, InterruptedException {
      while (more && context.getCurrentKey().file.equals(file)) {
        next();
      }
      return more;
    }
  }
}
