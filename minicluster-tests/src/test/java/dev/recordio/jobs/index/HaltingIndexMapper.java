// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.index;

import java.io.IOException;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.TaskAttemptID;

/** The first attempt of the first task dies with its JVM after it has passed on its first block. */
final class HaltingIndexMapper extends Mapper<BlockKey, IndexBlock, BlockKey, IndexBlock> {
  @Override
  protected void map(BlockKey key, IndexBlock block, Context context)
      throws IOException, InterruptedException {
    super.map(key, block, context);
    TaskAttemptID attempt = context.getTaskAttemptID();
    if (attempt.getTaskID().getId() == 0 && attempt.getId() == 0) {
      Runtime.getRuntime().halt(137);
    }
  }
}
