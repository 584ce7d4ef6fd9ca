// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.shuffle;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.record.RecordOpener;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.job.UnitTask;
import dev.recordio.jobs.records.census.FaceRecords;
import dev.recordio.jobs.records.census.NumberedSplit;
import dev.recordio.jobs.records.census.SplitKeys;
import dev.recordio.jobs.records.copy.SourceKeys;
import dev.recordio.jobs.run.local.LocalSettings;
import dev.recordio.order.SeededPermutation;
import dev.recordio.task.TaskRecords;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/**
 * Writes blocks of framed records under the first position of their bucket in the seeded order.
 * Nothing within a bucket is sorted: each record knows its place.
 */
class ShuffleTask extends UnitTask<NumberedSplit, Void> {
  /** Bytes of the blocks of a task, unless the heap is small. */
  private static final long MEMORY = 32 << 20;

  private static final int HEAP_SHARE = 16;

  /** How many records there are between two signs of life. */
  private static final int RECORDS_A_SIGN = 1 << 12;

  protected SeededPermutation order;
  private boolean keyed;
  private RecordOpener opener;
  protected BlockWriter blocks; // null: before the first split
  private FaceRecords faces; // of the split; null: it is of no InsightFace set
  private byte[] copy = {};

  ShuffleTask() {
    super(NumberedSplit.SERDE);
  }

  private void begin(TaskContext task) {
    Configuration conf = task.conf();
    order = ShuffleJob.order(conf);
    keyed = SourceKeys.areKept(conf);
    opener = new RecordOpener(conf);
    long memory = LocalSettings.taskMemory(conf, MEMORY, HEAP_SHARE);
    blocks =
        new BlockWriter(
            ShuffleJob.buckets(conf), keyed, memory, (first, block) -> write(task, first, block));
  }

  /** Passes a block on. */
  @SuppressWarnings("unchecked") // the types of the job's map output
  private static void write(TaskContext task, LongWritable first, BytesWritable block)
      throws IOException, InterruptedException {
    ((TaskInputOutputContext<?, ?, LongWritable, BytesWritable>) task.attempt())
        .write(first, block);
  }

  @Override
  protected final Void run(NumberedSplit split, TaskContext task)
      throws IOException, InterruptedException {
    if (blocks == null) {
      begin(task);
    }
    long number = addAll(split, task);
    if (number != split.first() + split.records()) {
      throw changed(split, split.getStart(), Long.toString(number - split.first()));
    }
    Path file = split.getPath();
    split.requireUnchanged(file.getFileSystem(task.conf()).getFileStatus(file));
    return null;
  }

  /** Adds the records of a split; returns the number after the number of the last one. */
  protected long addAll(NumberedSplit split, TaskContext task)
      throws IOException, InterruptedException {
    faces = split.faces() == null ? null : new FaceRecords(split);
    long number = split.first();
    try (var records = TaskRecords.open(task.attempt(), opener, split, false);
        SplitKeys keys = keys(task.conf(), split)) {
      for (int i = 1; records.stepped(records.reader().next()); i++) {
        number += add(records.reader().record(), split, keys, number) ? 1 : 0;
        if (i % RECORDS_A_SIGN == 0) {
          task.progress(records.reader().progress());
        }
      }
    }
    return number;
  }

  @Override
  protected void end(TaskContext task) throws IOException, InterruptedException {
    blocks.flush();
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

  /** Adds a record under its number; false when it is none that the census has counted. */
  private boolean add(RecordRangeReader record, NumberedSplit split, SplitKeys keys, long number)
      throws IOException, InterruptedException {
    int length = Math.toIntExact(record.position() - record.offset());
    byte[] framed = record.buffer();
    int from = record.recordOffset();
    if (faces != null) {
      framed = copy(framed, from, length); // first: a look at the payload joins its parts
      from = 0;
      if (!faces.isImage(record)) {
        return false;
      }
    }
    if (number == split.first() + split.records()) {
      throw changed(split, record.offset(), "more");
    }
    long key = keyed ? keys == null ? number : keys.key(record.offset()) : 0;
    blocks.add(order.at(number), framed, from, length, key);
    return true;
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
        "the file has changed since its records were counted, or since its index was written",
        split.getPath().toString(),
        offset,
        -1,
        split.records() + " records in the split of " + split.getLength() + " bytes",
        found + "; if it has an index, first: recordio index '" + split.getPath() + "'");
  }
}
