// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.fs.record.RecordSplitReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.CombineFileSplit;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;

/** Reads everything that a reader has to give. */
public final class Records {
  private Records() {}

  /** Returns a copy of {@code conf} with the size of reads. */
  public static Configuration bufferSize(Configuration conf, Object size) {
    RecordIOConf.INPUT_BUFFER_SIZE.set(conf, size);
    return conf;
  }

  /** Returns the records of a range. */
  public static List<ReadRecord> of(Configuration conf, Path file, long start, long end)
      throws IOException {
    return of(conf, file, start, end, DamageTracker.failing());
  }

  /**
   * Returns the records of a range, and counts the damage in {@code damage}.
   *
   * @param end may be beyond the file's end
   */
  public static List<ReadRecord> of(
      Configuration conf, Path file, long start, long end, DamageTracker damage)
      throws IOException {
    boolean toEnd = end > file.getFileSystem(conf).getFileStatus(file).getLen();
    var range = new InputRange(file, start, toEnd ? Long.MAX_VALUE : end - start);
    try (var reader = new RecordSplitReader(conf, List.of(range), damage)) {
      var records = new ArrayList<ReadRecord>();
      while (reader.next()) {
        RecordRangeReader record = reader.record();
        int from = record.payloadOffset();
        records.add(
            ReadRecord.of(
                reader.path().getName(),
                record.offset(),
                record.buffer(),
                from,
                record.payloadLength()));
      }
      return records;
    }
  }

  /** Returns the records of a split, read as an engine without a job would read them. */
  public static List<ReadRecord> of(
      InputFormat<LongWritable, BytesWritable> format, InputSplit split, Configuration conf)
      throws IOException, InterruptedException {
    var context = new TaskAttemptContextImpl(conf, new TaskAttemptID());
    try (RecordReader<LongWritable, BytesWritable> reader =
        format.createRecordReader(split, context)) {
      reader.initialize(split, context);
      var records = new ArrayList<ReadRecord>();
      while (reader.nextKeyValue()) {
        BytesWritable value = reader.getCurrentValue();
        records.add(
            ReadRecord.of(
                split instanceof FileSplit file ? file.getPath().getName() : "?",
                reader.getCurrentKey().get(),
                value.getBytes(),
                0,
                value.getLength()));
      }
      return records;
    }
  }

  /** Returns the records of all splits of a job's input, in the order of the splits. */
  public static List<ReadRecord> ofAll(
      InputFormat<LongWritable, BytesWritable> format, JobContext job)
      throws IOException, InterruptedException {
    var records = new ArrayList<ReadRecord>();
    for (InputSplit split : format.getSplits(job)) {
      records.addAll(of(format, split, job.getConfiguration()));
    }
    return records;
  }

  /** Returns the same records without the names of their files. */
  public static List<ReadRecord> unnamed(List<ReadRecord> records) {
    return records.stream()
        .map(record -> new ReadRecord("?", record.offset(), record.length(), record.sha256()))
        .toList();
  }

  /** Returns what a split covers: one line for each of its ranges, "name start length". */
  public static List<String> ranges(InputSplit split) {
    var ranges = new ArrayList<String>();
    if (split instanceof CombineFileSplit combined) {
      for (int i = 0; i < combined.getNumPaths(); i++) {
        ranges.add(
            combined.getPath(i).getName()
                + " "
                + combined.getOffset(i)
                + " "
                + combined.getLength(i));
      }
    } else {
      var file = (FileSplit) split;
      ranges.add(file.getPath().getName() + " " + file.getStart() + " " + file.getLength());
    }
    return ranges;
  }
}
