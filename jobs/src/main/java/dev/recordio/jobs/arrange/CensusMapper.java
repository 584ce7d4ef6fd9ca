// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange;

import dev.recordio.fs.RecordRangeReader;
import dev.recordio.jobs.shard.ShardOutputFormat;
import dev.recordio.mapreduce.RecordIOCounter;
import dev.recordio.wire.MalformedRecordException;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** Counts the records of a split, and writes down where they are, into a file of the census. */
class CensusMapper extends Mapper<NullWritable, RecordRun, NullWritable, BytesWritable> {
  @Override
  public void run(Context context) throws IOException, InterruptedException {
    setup(context);
    var split = (NumberedSplit) context.getInputSplit();
    Notes notes = Notes.of(context.getConfiguration(), split);
    boolean places = Notes.Kind.of(context.getConfiguration()) != Notes.Kind.COUNT;
    Path file = ShardOutputFormat.workFile(context, "", split.ordinal(), CensusFile.SUFFIX);
    try (var out = new CensusFile.Writer(context.getConfiguration(), file)) {
      while (context.nextKeyValue()) {
        for (RecordRun run = context.getCurrentValue(); run.next(); ) {
          RecordRangeReader record = run.record();
          if (takes(notes, record, split)) {
            long offset = record.offset();
            int length = Math.toIntExact(record.position() - offset);
            out.add(offset, length, places, notes.value());
          }
        }
      }
      if (context.getCounter(RecordIOCounter.DAMAGED_RECORDS).getValue() == 0) {
        notes.end();
      }
      out.finish();
    }
    cleanup(context);
  }

  private static boolean takes(Notes notes, RecordRangeReader record, NumberedSplit split)
      throws IOException {
    try {
      return notes.takes(record);
    } catch (MalformedRecordException e) {
      throw e.at(split.getPath().toString());
    }
  }
}
