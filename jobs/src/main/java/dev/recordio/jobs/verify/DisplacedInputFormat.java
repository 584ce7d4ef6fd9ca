// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.jobs.run.split.EmptyRecordReader;
import dev.recordio.jobs.run.split.ScratchFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** A task for each file in doubt. */
final class DisplacedInputFormat extends InputFormat<NullWritable, NullWritable> {
  private static final String DOUBTS = "recordio.salvage.doubts-file";

  /** Passes the files to a job. */
  static void set(Configuration conf, List<Doubt> doubts, Path file) throws IOException {
    ScratchFile.write(conf, DOUBTS, file, out -> Doubt.write(doubts, out));
  }

  /** Returns the files of a job. */
  static List<Doubt> doubts(Configuration conf) throws IOException {
    return ScratchFile.read(conf, DOUBTS, Doubt::read);
  }

  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    Configuration conf = context.getConfiguration();
    var splits = new ArrayList<InputSplit>();
    for (Doubt doubt : doubts(conf)) {
      var path = new Path(doubt.file());
      long length = path.getFileSystem(conf).getFileStatus(path).getLen();
      int number = splits.size();
      splits.add(new SalvageSplit(number, number, length - doubt.inPlace().bytes()));
    }
    return splits;
  }

  @Override
  public RecordReader<NullWritable, NullWritable> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new EmptyRecordReader();
  }
}
