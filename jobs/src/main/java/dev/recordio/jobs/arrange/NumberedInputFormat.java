// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange;

import dev.recordio.fs.RecordIOConf;
import dev.recordio.mapreduce.RangeInputFormat;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/** Reads splits that were made once, for all jobs over the same input. */
class NumberedInputFormat extends InputFormat<NullWritable, RecordRun> {
  /** Key of the file with the splits. */
  private static final String FILE = "recordio.arrange.splits-file";

  /**
   * Lists the input of a job and cuts it into splits; in the order of the input.
   *
   * @param format lists and cuts
   */
  static List<NumberedSplit> plan(Job job, RangeInputFormat<?, ?> format) throws IOException {
    RecordIOConf.INPUT_PARTS.set(job.getConfiguration(), 0); // splits by size, of one file each
    var splits = new ArrayList<NumberedSplit>();
    for (InputSplit split : format.getSplits(job)) {
      splits.add(
          new NumberedSplit(splits.size(), file(splits, (FileSplit) split), (FileSplit) split));
    }
    return splits;
  }

  private static int file(List<NumberedSplit> before, FileSplit split) {
    if (before.isEmpty()) {
      return 0;
    }
    NumberedSplit last = before.get(before.size() - 1);
    return last.getPath().equals(split.getPath()) ? last.file() : last.file() + 1;
  }

  /** Hands splits to a job; {@code file} is made, for tasks and client. */
  static void setSplits(Configuration conf, List<NumberedSplit> splits, Path file)
      throws IOException {
    try (var out = new DataOutputStream(file.getFileSystem(conf).create(file, false))) {
      out.writeInt(splits.size());
      for (NumberedSplit split : splits) {
        split.write(out);
      }
    }
    conf.set(FILE, file.toString());
  }

  @Override
  public List<InputSplit> getSplits(JobContext job) throws IOException {
    Configuration conf = job.getConfiguration();
    Path file = new Path(conf.get(FILE));
    var splits = new ArrayList<InputSplit>();
    try (var in =
        new DataInputStream(
            new BufferedInputStream(file.getFileSystem(conf).open(file), 1 << 16))) {
      for (int count = in.readInt(); count > 0; count--) {
        var split = new NumberedSplit();
        split.readFields(in);
        splits.add(split);
      }
    }
    return splits;
  }

  @Override
  public RecordReader<NullWritable, RecordRun> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new RecordRunReader(false);
  }
}
