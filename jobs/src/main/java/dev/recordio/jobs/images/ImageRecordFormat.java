// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.images;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.DamageSettings;
import dev.recordio.fs.record.RecordSplitReader;
import dev.recordio.jobs.run.split.GroupReader;
import dev.recordio.jobs.run.split.HostedSplit;
import dev.recordio.jobs.run.split.SplitFile;
import dev.recordio.jobs.run.split.SplitGroup;
import dev.recordio.mapreduce.RecordIOInputFormat;
import dev.recordio.task.TaskRecords;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/** Records of files, near their blocks; small files are read several to a task. */
final class ImageRecordFormat extends InputFormat<NullWritable, RecordSplitReader> {
  /**
   * Lists and cuts the input of a job, without reading it.
   *
   * @param splits a new file for the splits
   * @return whether there is anything to read
   */
  static boolean setInput(Job job, List<Path> inputs, Path splits) throws IOException {
    Configuration conf = job.getConfiguration();
    job.setInputFormatClass(ImageRecordFormat.class);
    RecordIOConf.INPUT_PARTS.set(conf, 0); // splits by size, of one file each
    var format = new RecordIOInputFormat();
    format.checkSettings(conf);
    List<FileStatus> files =
        format.listInput(
            conf,
            job.getCredentials(),
            inputs.toArray(new Path[0]),
            FileInputFormat.getInputPathFilter(job));
    long maxSize = FileInputFormat.getMaxSplitSize(job);
    var single = new ArrayList<HostedSplit>();
    for (List<InputRange> ranges :
        format.plan(
            conf, files, FileInputFormat.getMinSplitSize(job), maxSize, format.splittable(conf))) {
      InputRange range = ranges.get(0);
      single.add(HostedSplit.of(range));
    }
    // A task writes one file of what it quarantines.
    boolean quarantines = DamageSettings.of(conf).quarantines();
    SplitFile.set(conf, quarantines ? List.copyOf(single) : SplitGroup.of(single, maxSize), splits);
    return !single.isEmpty();
  }

  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    return SplitFile.read(context.getConfiguration());
  }

  @Override
  public RecordReader<NullWritable, RecordSplitReader> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new GroupReader<>(ImageRecords::new);
  }

  /** Reads a split record by record; the value is the reader itself, at the record: no copy. */
  private static final class ImageRecords extends RecordReader<NullWritable, RecordSplitReader> {
    private TaskRecords records;

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
      records = TaskRecords.open(context, split);
    }

    @Override
    public boolean nextKeyValue() throws IOException {
      return records.stepped(records.reader().next());
    }

    @Override
    public NullWritable getCurrentKey() {
      return NullWritable.get();
    }

    @Override
    public RecordSplitReader getCurrentValue() {
      return records.reader();
    }

    @Override
    public float getProgress() {
      return records.reader().progress();
    }

    @Override
    public void close() throws IOException {
      if (records != null) {
        records.close();
      }
    }
  }
}
