// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange;

import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** Counts the records of splits, and writes down where they are, into a file of the census. */
class CensusMapper extends Mapper<NullWritable, RecordRun, NullWritable, BytesWritable> {
  @Override
  public void run(Context context) throws IOException, InterruptedException {
    setup(context);
    try (var walk = new RecordCensus(context)) {
      walk.run();
    }
    cleanup(context);
  }
}
