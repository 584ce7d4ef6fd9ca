// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange;

import dev.recordio.fs.RecordRangeReader;
import dev.recordio.reader.SeededPermutation;
import dev.recordio.wire.MalformedRecordException;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** Gives each framed record its position in the order drawn by the seed. */
class ShuffleMapper extends Mapper<NullWritable, RecordRun, LongWritable, BytesWritable> {
  @Override
  public void run(Context context) throws IOException, InterruptedException {
    setup(context);
    SeededPermutation order = ShuffleJob.order(context.getConfiguration());
    var split = (NumberedSplit) context.getInputSplit();
    long end = split.first() + split.records();
    var position = new LongWritable();
    var framed = new BytesWritable();
    long number = split.first();
    while (context.nextKeyValue()) {
      for (RecordRun run = context.getCurrentValue(); run.next(); number++) {
        RecordRangeReader record = run.record();
        if (number == end) {
          throw changed(split, record.offset(), "more");
        }
        position.set(order.at(number));
        int length = Math.toIntExact(record.position() - record.offset());
        framed.set(record.buffer(), record.recordOffset(), length);
        context.write(position, framed);
      }
    }
    if (number != end) {
      throw changed(split, split.getStart(), Long.toString(number - split.first()));
    }
    cleanup(context);
  }

  private static MalformedRecordException changed(NumberedSplit split, long offset, String found) {
    return new MalformedRecordException(
        "the file has changed since its records were counted",
        split.getPath().toString(),
        offset,
        -1,
        split.records() + " records in the split of " + split.getLength() + " bytes",
        found);
  }
}
