// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.jobs.pack.source.Source;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.lib.map.WrappedMapper;

/** Dies in the first attempt of each task, when it has written three records. */
class DyingPackMapper extends PackMapper {
  static final String MESSAGE = "this attempt dies, says the test";

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    boolean first = context.getTaskAttemptID().getId() == 0;
    super.run(first ? new Dying(context) : context);
  }

  private static final class Dying
      extends WrappedMapper<NullWritable, Source, NullWritable, BytesWritable>.Context {
    private int left = 3;

    Dying(Context context) {
      new WrappedMapper<NullWritable, Source, NullWritable, BytesWritable>().super(context);
    }

    @Override
    public boolean nextKeyValue() throws IOException, InterruptedException {
      if (left-- == 0) {
        throw new IllegalStateException(MESSAGE);
      }
      return super.nextKeyValue();
    }
  }
}
