// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.jobs.pack.source.Source;
import dev.recordio.jobs.shard.ShardSplit;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.lib.map.WrappedMapper;

/** The mapper of pack, which calls a test's code when half of its shard is written. */
abstract class MidwayPackMapper extends PackMapper {
  /** Called once in each attempt, with some records written and some not yet. */
  abstract void midway(Context context) throws IOException;

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    long half = ((ShardSplit) context.getInputSplit()).records() / 2;
    super.run(
        new WrappedMapper<NullWritable, Source, NullWritable, BytesWritable>()
        .new Context(context) {
          private long records;

          @Override
          public boolean nextKeyValue() throws IOException, InterruptedException {
            if (records++ == half) {
              midway(context);
            }
            return super.nextKeyValue();
          }
        });
  }
}
