// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.mapreduce;

import dev.recordio.task.JobTokens;
import dev.recordio.xgboost.input.InputPlan;
import dev.recordio.xgboost.input.WorkerInput;
import dev.recordio.xgboost.train.TrainSettings;
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

/** A split for each worker; its task reads the rows by itself. */
public final class WorkerInputFormat extends InputFormat<NullWritable, NullWritable> {
  @Override
  public List<InputSplit> getSplits(JobContext job) throws IOException {
    Configuration conf = job.getConfiguration();
    TrainSettings settings = TrainJob.settings(conf);
    List<WorkerInput> inputs = InputPlan.of(conf, conf.get(TrainJob.INPUT), settings.workers());
    var splits = new ArrayList<InputSplit>();
    inputs.forEach(input -> splits.add(new WorkerSplit(splits.size(), input)));
    JobTokens.obtain(conf, job.getCredentials(), read(inputs, settings));
    return splits;
  }

  /** Returns the files that the workers read. */
  static List<Path> read(List<WorkerInput> inputs, TrainSettings settings) {
    var paths = new ArrayList<Path>();
    inputs.forEach(input -> paths.addAll(input.paths()));
    if (settings.columnsFile() != null) {
      paths.add(new Path(settings.columnsFile()));
    }
    return paths;
  }

  @Override
  public RecordReader<NullWritable, NullWritable> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new Nothing();
  }

  /** Reads nothing. */
  private static final class Nothing extends RecordReader<NullWritable, NullWritable> {
    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) {}

    @Override
    public boolean nextKeyValue() {
      return false;
    }

    @Override
    public NullWritable getCurrentKey() {
      return NullWritable.get();
    }

    @Override
    public NullWritable getCurrentValue() {
      return NullWritable.get();
    }

    @Override
    public float getProgress() {
      return 0;
    }

    @Override
    public void close() {}
  }
}
