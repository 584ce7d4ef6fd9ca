// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.fs.record.DamageSettings;
import dev.recordio.fs.record.RecordOpener;
import dev.recordio.jobs.records.census.RecordRunReader.RecordRun;
import dev.recordio.jobs.run.split.GroupReader;
import dev.recordio.jobs.run.split.SplitFile;
import dev.recordio.jobs.run.split.SplitGroup;
import dev.recordio.mapreduce.RangeInputFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/** Reads splits that were computed once for all jobs over the same input. */
class NumberedInputFormat extends InputFormat<NullWritable, RecordRun> {
  /**
   * Cuts the input of a job into splits, in the order of the input.
   *
   * @param format computes the splits
   * @param files the listed input files
   */
  static List<NumberedSplit> plan(Job job, RangeInputFormat<?, ?> format, List<FileStatus> files)
      throws IOException {
    Configuration conf = job.getConfiguration();
    RecordIOConf.INPUT_PARTS.set(conf, 0); // splits by size, of one file each
    format.checkSettings(conf);
    var splits = new ArrayList<NumberedSplit>();
    int file = -1;
    for (List<InputRange> ranges :
        format.plan(
            conf,
            files,
            FileInputFormat.getMinSplitSize(job),
            FileInputFormat.getMaxSplitSize(job),
            SplitPlanner.uncompressed(conf))) {
      InputRange range = ranges.get(0);
      file += range.start() == 0 ? 1 : 0;
      splits.add(new NumberedSplit(splits.size(), file, range, files.get(file)));
    }
    return splits;
  }

  /**
   * Groups small files, except when each task writes one file of what it skips.
   *
   * @param taskBytes bytes of a task up to which splits of all sizes are grouped; 0: small files
   *     only
   */
  static List<InputSplit> group(Job job, List<NumberedSplit> splits, long taskBytes) {
    if (DamageSettings.of(job.getConfiguration()).quarantines()) {
      return List.copyOf(splits);
    }
    return taskBytes > 0
        ? SplitGroup.wide(splits, taskBytes)
        : SplitGroup.of(splits, FileInputFormat.getMaxSplitSize(job));
  }

  @Override
  public List<InputSplit> getSplits(JobContext job) throws IOException {
    return SplitFile.read(job.getConfiguration());
  }

  @Override
  public RecordReader<NullWritable, RecordRun> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return reader(context, false);
  }

  /** Makes a reader of a task's splits: of whole records, or only of their headers. */
  static RecordReader<NullWritable, RecordRun> reader(
      TaskAttemptContext context, boolean headersOnly) {
    var opener = new RecordOpener(context.getConfiguration());
    return new GroupReader<>(() -> new RecordRunReader(headersOnly, opener));
  }
}
