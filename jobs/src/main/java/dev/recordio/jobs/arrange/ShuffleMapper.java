// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange;

import dev.recordio.fs.RecordFiles;
import dev.recordio.fs.RecordRangeReader;
import dev.recordio.reader.SeededPermutation;
import dev.recordio.wire.MalformedRecordException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Gives each framed record its position in the order drawn by the seed. Where keys are kept, eight
 * bytes follow the record.
 */
class ShuffleMapper extends Mapper<NullWritable, RecordRun, LongWritable, BytesWritable> {
  private static final VarHandle KEY =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final LongWritable position = new LongWritable();
  private final BytesWritable framed = new BytesWritable();

  /** Returns the key after a record of {@code length} bytes. */
  static long key(byte[] bytes, int length) {
    return (long) KEY.get(bytes, length);
  }

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    setup(context);
    Configuration conf = context.getConfiguration();
    var split = (NumberedSplit) context.getInputSplit();
    boolean keyed = SourceKeys.areKept(conf);
    try (SplitKeys keys = keyed && split.isKeyed() ? SplitKeys.open(conf, split) : null) {
      if (keyed && split.isKeyed() && keys == null) {
        throw new FileNotFoundException(
            "the index has gone since records were counted: " + RecordFiles.index(split.getPath()));
      }
      shuffle(context, split, keys, keyed);
    }
    cleanup(context);
  }

  private void shuffle(Context context, NumberedSplit split, SplitKeys keys, boolean keyed)
      throws IOException, InterruptedException {
    SeededPermutation order = ShuffleJob.order(context.getConfiguration());
    long end = split.first() + split.records();
    long number = split.first();
    while (context.nextKeyValue()) {
      for (RecordRun run = context.getCurrentValue(); run.next(); number++) {
        RecordRangeReader record = run.record();
        if (number == end) {
          throw changed(split, record.offset(), "more");
        }
        position.set(order.at(number));
        set(record, keyed);
        if (keyed) {
          long key = keys == null ? number : keys.key(record.offset());
          KEY.set(framed.getBytes(), framed.getLength() - Long.BYTES, key);
        }
        context.write(position, framed);
      }
    }
    if (number != end) {
      throw changed(split, split.getStart(), Long.toString(number - split.first()));
    }
  }

  private void set(RecordRangeReader record, boolean keyed) {
    int length = Math.toIntExact(record.position() - record.offset());
    if (!keyed) {
      framed.set(record.buffer(), record.recordOffset(), length);
      return;
    }
    framed.setSize(0); // so that nothing old is copied where it must grow
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
