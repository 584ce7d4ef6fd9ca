// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange.shuffle;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.jobs.arrange.census.FaceRecords;
import dev.recordio.jobs.arrange.census.NumberedSplit;
import dev.recordio.jobs.arrange.census.RecordRunReader.RecordRun;
import dev.recordio.jobs.arrange.census.SourceKeys;
import dev.recordio.jobs.arrange.census.SplitKeys;
import dev.recordio.jobs.run.split.HostedSplit;
import dev.recordio.jobs.run.split.SplitGroup;
import dev.recordio.order.SeededPermutation;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Maps each framed record to its position in the seeded order. If keys are kept, the eight bytes of
 * the key follow the record.
 */
class ShuffleMapper extends Mapper<NullWritable, RecordRun, LongWritable, BytesWritable> {
  private static final VarHandle KEY =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final LongWritable position = new LongWritable();
  private final BytesWritable framed = new BytesWritable();
  private SeededPermutation order;
  private boolean keyed;
  private FaceRecords faces; // of the split; null: it is of no InsightFace set

  /** Returns the key after a record of {@code length} bytes. */
  static long key(byte[] bytes, int length) {
    return (long) KEY.get(bytes, length);
  }

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    setup(context);
    order = ShuffleJob.order(context.getConfiguration());
    keyed = SourceKeys.areKept(context.getConfiguration());
    List<HostedSplit> splits = SplitGroup.members(context.getInputSplit());
    int next = 0;
    boolean more = context.nextKeyValue();
    while (next < splits.size()) {
      more = shuffle(context, (NumberedSplit) splits.get(next++), more);
    }
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
    for (RecordRun run = context.getCurrentValue(); run.next(); ) {
      RecordRangeReader record = run.record();
      set(record); // first: a look at the payload joins its parts
      if (faces != null && !faces.isImage(record)) {
        continue;
      }
      if (number == end) {
        throw changed(split, record.offset(), "more");
      }
      position.set(order.at(number));
      if (keyed) {
        long key = keys == null ? number : keys.key(record.offset());
        KEY.set(framed.getBytes(), framed.getLength() - Long.BYTES, key);
      }
      context.write(position, framed);
      number++;
    }
    return number;
  }

  private void set(RecordRangeReader record) {
    int length = Math.toIntExact(record.position() - record.offset());
    if (!keyed) {
      framed.set(record.buffer(), record.recordOffset(), length);
      return;
    }
    framed.setSize(0); // so that growing copies no old bytes
    framed.setSize(Math.addExact(length, Long.BYTES));
    System.arraycopy(record.buffer(), record.recordOffset(), framed.getBytes(), 0, length);
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
