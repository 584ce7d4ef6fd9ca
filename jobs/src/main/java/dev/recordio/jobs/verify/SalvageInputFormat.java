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

/** A task for each file of which something is kept: it writes a shard. */
final class SalvageInputFormat extends InputFormat<NullWritable, NullWritable> {
  private static final String PLAN = "recordio.salvage.plan-file";

  /** Passes a plan to a job. */
  static void set(Configuration conf, SalvagePlan plan, Path file) throws IOException {
    ScratchFile.write(conf, PLAN, file, plan::write);
  }

  /** Returns the plan of a job. */
  static SalvagePlan plan(Configuration conf) throws IOException {
    return ScratchFile.read(conf, PLAN, SalvagePlan::read);
  }

  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    var splits = new ArrayList<InputSplit>();
    List<SalvagePlan.Kept> kept = plan(context.getConfiguration()).kept();
    for (int file = 0; file < kept.size(); file++) {
      if (kept.get(file).isWritten()) {
        long bytes = kept.get(file).runs().bytes() + kept.get(file).doubtful().bytes();
        splits.add(new SalvageSplit(file, splits.size(), bytes));
      }
    }
    return splits;
  }

  @Override
  public RecordReader<NullWritable, NullWritable> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new EmptyRecordReader();
  }
}
