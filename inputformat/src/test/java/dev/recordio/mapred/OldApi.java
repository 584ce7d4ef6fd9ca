// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapred;

import dev.recordio.testing.ReadRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.InputFormat;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;

/** Reads as an engine of the old API does. */
final class OldApi {
  private OldApi() {}

  /** Returns a job over inputs. */
  static JobConf job(Configuration conf, Path... inputs) {
    conf.setInt("mapreduce.client.completion.pollinterval", 10);
    var job = new JobConf(conf, OldApi.class);
    FileInputFormat.setInputPaths(job, inputs);
    return job;
  }

  /** Counts what a task reports, by the names of the counters. */
  static final class Counting implements Reporter {
    final Map<String, Long> counts = new HashMap<>();

    @Override
    public void incrCounter(Enum<?> key, long amount) {
      counts.merge(key.name(), amount, Long::sum);
    }

    @Override
    public void incrCounter(String group, String counter, long amount) {
      counts.merge(group + ": " + counter, amount, Long::sum);
    }

    @Override
    public void setStatus(String status) {}

    @Override
    public void progress() {}

    @Override
    public Counters.Counter getCounter(Enum<?> name) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Counters.Counter getCounter(String group, String name) {
      throw new UnsupportedOperationException();
    }

    @Override
    public InputSplit getInputSplit() {
      throw new UnsupportedOperationException();
    }

    @Override
    public float getProgress() {
      throw new UnsupportedOperationException();
    }
  }

  /** Returns the records of a split. */
  static List<ReadRecord> records(JobConf job, InputSplit split, Reporter reporter)
      throws IOException {
    RecordReader<LongWritable, BytesWritable> reader =
        new RecordIOInputFormat().getRecordReader(split, job, reporter);
    try {
      var records = new ArrayList<ReadRecord>();
      LongWritable key = reader.createKey();
      BytesWritable value = reader.createValue();
      while (reader.next(key, value)) {
        String file = split instanceof FileSplit one ? one.getPath().getName() : "?";
        records.add(ReadRecord.of(file, key.get(), value.getBytes(), 0, value.getLength()));
      }
      return records;
    } finally {
      reader.close();
    }
  }

  /** Returns the records of all splits, in order. */
  static List<ReadRecord> records(JobConf job, int numSplits) throws IOException {
    var records = new ArrayList<ReadRecord>();
    for (InputSplit split : new RecordIOInputFormat().getSplits(job, numSplits)) {
      records.addAll(records(job, split, Reporter.NULL));
    }
    return records;
  }

  /** Returns key and value of all splits as text, in order. */
  static <V> List<String> lines(InputFormat<LongWritable, V> format, JobConf job, int numSplits)
      throws IOException {
    var lines = new ArrayList<String>();
    for (InputSplit split : format.getSplits(job, numSplits)) {
      RecordReader<LongWritable, V> reader = format.getRecordReader(split, job, Reporter.NULL);
      LongWritable key = reader.createKey();
      V value = reader.createValue();
      while (reader.next(key, value)) {
        lines.add(key + " " + value);
      }
      reader.close();
    }
    return lines;
  }
}
