// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.job;

import dev.recordio.jobs.run.split.EmptyRecordReader;
import dev.recordio.jobs.run.split.ScratchFile;
import java.io.DataInput;
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

/** Passes each part of a plan to one map task, which reads what is in it itself. */
final class PartInputFormat extends InputFormat<NullWritable, NullWritable> {
  private static final String PARTS = "recordio.store.job.parts-file";

  /** Passes the parts to a job, in a file. */
  static void set(Configuration conf, List<PartSplit> parts, Path file) throws IOException {
    ScratchFile.write(
        conf,
        PARTS,
        file,
        out -> {
          out.writeInt(parts.size());
          for (PartSplit part : parts) {
            part.write(out);
          }
        });
  }

  /** Returns the parts of a job. */
  static List<PartSplit> parts(Configuration conf) throws IOException {
    return ScratchFile.read(conf, PARTS, PartInputFormat::read);
  }

  private static List<PartSplit> read(DataInput in) throws IOException {
    var parts = new ArrayList<PartSplit>();
    for (int count = in.readInt(); count > 0; count--) {
      var part = new PartSplit();
      part.readFields(in);
      parts.add(part);
    }
    return parts;
  }

  @Override
  public List<InputSplit> getSplits(JobContext job) throws IOException {
    return new ArrayList<>(parts(job.getConfiguration()));
  }

  @Override
  public RecordReader<NullWritable, NullWritable> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new EmptyRecordReader();
  }
}
