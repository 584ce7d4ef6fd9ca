// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.jobs.pack.source.Source;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.lib.map.WrappedMapper;

/** Counts how often the tasks of this process report progress. */
class CountingPackMapper extends PackMapper {
  static final AtomicInteger CALLS = new AtomicInteger();

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    super.run(
        new WrappedMapper<NullWritable, Source, NullWritable, BytesWritable>()
        .new Context(context) {
          @Override
          public void progress() {
            CALLS.incrementAndGet();
            super.progress();
          }
        });
  }
}
