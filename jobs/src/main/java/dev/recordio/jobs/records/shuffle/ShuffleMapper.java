// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.shuffle;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.jobs.records.census.FaceRecords;
import dev.recordio.jobs.records.census.NumberedSplit;
import dev.recordio.jobs.records.census.SplitKeys;
import dev.recordio.jobs.records.copy.SourceKeys;
import dev.recordio.jobs.run.local.LocalSettings;
import dev.recordio.jobs.run.split.HostedSplit;
import dev.recordio.jobs.run.split.SplitGroup;
import dev.recordio.order.SeededPermutation;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Maps blocks of framed records to the first position of their bucket in the seeded order. Nothing
 * within a bucket is sorted: each record knows its place.
 */
class ShuffleMapper extends Mapper<NullWritable, RecordRuns.Run, LongWritable, BytesWritable> {
  /** Bytes of the blocks of a task, unless the heap is small. */
  private static final long MEMORY = 32 << 20;

  private static final int HEAP_SHARE = 16;

  private SeededPermutation order;
  private boolean keyed;
  private BlockWriter blocks;
  private FaceRecords faces; // of the split; null: it is of no InsightFace set
  private byte[] copy = {};

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    setup(context);
    order = ShuffleJob.order(context.getConfiguration());
    keyed = SourceKeys.areKept(context.getConfiguration());
    blocks =
        new BlockWriter(
            ShuffleJob.buckets(context.getConfiguration()),
            keyed,
            LocalSettings.taskMemory(context.getConfiguration(), MEMORY, HEAP_SHARE),
            context::write);
    List<HostedSplit> splits = SplitGroup.members(context.getInputSplit());
    int next = 0;
    boolean more = context.nextKeyValue();
    while (next < splits.size()) {
      more = shuffle(context, (NumberedSplit) splits.get(next++), more);
    }
    blocks.flush();
    cleanup(context);
  }

  /** Takes the runs of one split; returns whether the reader is now at a run of another. */
  private boolean shuffle(Context context, NumberedSplit split, boolean hasRun)
      throws IOException, InterruptedException {
    boolean more = hasRun;
    long number = split.first();
    faces = split.faces() == null ? null : new FaceRecords(split);
    try (SplitKeys keys = keys(context.getConfiguration(), split)) {
      while (more && SplitGroup.current(context.getInputSplit()) == split) {
        number = shuffle(context, split, keys, number);
        more = context.nextKeyValue();
      }
    }
    if (number != split.first() + split.records()) {
      throw changed(split, split.getStart(), Long.toString(number - split.first()));
    }
    Path file = split.getPath();
    split.requireUnchanged(file.getFileSystem(context.getConfiguration()).getFileStatus(file));
    return more;
  }

  private SplitKeys keys(Configuration conf, NumberedSplit split) throws IOException {
    if (!keyed || !split.isKeyed()) {
      return null;
    }
    SplitKeys keys = SplitKeys.open(conf, split);
    if (keys == null) {
      throw new FileNotFoundException(
          "the index has gone since records were counted: " + RecordFiles.index(split.getPath()));
    }
    return keys;
  }

  private long shuffle(Context context, NumberedSplit split, SplitKeys keys, long first)
      throws IOException, InterruptedException {
    long end = split.first() + split.records();
    long number = first;
    for (RecordRuns.Run run = context.getCurrentValue(); run.next(); ) {
      RecordRangeReader record = run.record();
      int length = Math.toIntExact(record.position() - record.offset());
      byte[] framed = record.buffer();
      int from = record.recordOffset();
      if (faces != null) {
        framed = copy(framed, from, length); // first: a look at the payload joins its parts
        from = 0;
        if (!faces.isImage(record)) {
          continue;
        }
      }
      if (number == end) {
        throw changed(split, record.offset(), "more");
      }
      long key = keyed ? keys == null ? number : keys.key(record.offset()) : 0;
      blocks.add(order.at(number), framed, from, length, key);
      number++;
    }
    return number;
  }

  private byte[] copy(byte[] bytes, int from, int length) {
    if (copy.length < length) {
      copy = new byte[length];
    }
    System.arraycopy(bytes, from, copy, 0, length);
    return copy;
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
