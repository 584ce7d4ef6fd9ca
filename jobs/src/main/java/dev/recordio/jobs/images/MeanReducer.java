// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.images;

import dev.recordio.fs.stream.Files;
import dev.recordio.images.mean.MeanSums;
import dev.recordio.jobs.run.error.BadInputException;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;

/** Adds up the sums of all tasks, and writes the mean to a file of its own, as NPY. */
class MeanReducer extends Reducer<NullWritable, BytesWritable, NullWritable, NullWritable> {
  /** The name of the file in the output of the job. */
  static final String FILE = "mean.npy";

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    MeanSums sums = MeanSettings.of(conf).newSums();
    while (context.nextKey()) {
      for (BytesWritable part : context.getValues()) {
        sums.merge(part.getBytes(), 0, part.getLength(), "the sums of a task");
        context.progress();
      }
    }
    if (sums.images() == 0) {
      throw new BadInputException("no image in the input to take the mean of", null);
    }
    Path work = ((PathOutputCommitter) context.getOutputCommitter()).getWorkPath();
    Path file = new Path(work, FILE);
    try (OutputStream out = Files.overwrite(file.getFileSystem(conf), file)) {
      out.write(sums.mean().toNpy());
    }
  }
}
