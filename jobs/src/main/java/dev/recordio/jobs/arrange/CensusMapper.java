// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange;

import dev.recordio.fs.RecordRangeReader;
import dev.recordio.jobs.shard.ShardOutputFormat;
import dev.recordio.mapreduce.RecordIOCounter;
import dev.recordio.wire.MalformedRecordException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
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
    Path file = ShardOutputFormat.workFile(context, "", split.ordinal(), CensusFile.SUFFIX);
    try (var out = new CensusFile.Writer(context.getConfiguration(), file)) {
      count(context, split, out);
      out.finish();
    }
    cleanup(context);
  }

  private static void count(Context context, NumberedSplit split, CensusFile.Writer out)
      throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    Notes notes = Notes.of(conf, split);
    boolean readsKeys = SourceKeys.areRead(conf) && !notes.isKey();
    try (SplitKeys keys = readsKeys ? SplitKeys.open(conf, split) : null) {
      boolean hasKeys = keys != null || SourceKeys.areRead(conf) && notes.isKey();
      out.begin(Notes.Kind.of(conf) != Notes.Kind.COUNT, hasKeys);
      while (context.nextKeyValue()) {
        for (RecordRun run = context.getCurrentValue(); run.next(); ) {
          count(run.record(), notes, keys, split, out);
        }
      }
      if (context.getCounter(RecordIOCounter.DAMAGED_RECORDS).getValue() == 0) {
        notes.end();
        if (keys != null && out.fits()) {
          endKeys(keys, out);
        }
      }
      out.end();
    }
  }

  private static void count(
      RecordRangeReader record,
      Notes notes,
      SplitKeys keys,
      NumberedSplit split,
      CensusFile.Writer out)
      throws IOException {
    long key = 0;
    if (keys != null && out.fits()) {
      key = key(keys, record.offset(), out);
      out.see(key);
    }
    if (takes(notes, record, split)) {
      if (notes.isKey()) {
        key = notes.value();
        out.see(key);
      }
      int length = Math.toIntExact(record.position() - record.offset());
      out.add(record.offset(), length, notes.value(), key);
    }
  }

  private static long key(SplitKeys keys, long offset, CensusFile.Writer out) throws IOException {
    try {
      return keys.key(offset);
    } catch (MalformedRecordException | ChecksumException e) {
      out.seeMisfit(e.getMessage());
      return 0;
    }
  }

  private static void endKeys(SplitKeys keys, CensusFile.Writer out) throws IOException {
    try {
      keys.end();
    } catch (MalformedRecordException | ChecksumException e) {
      out.seeMisfit(e.getMessage());
    }
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
