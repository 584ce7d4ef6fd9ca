// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.testing;

import dev.recordio.jobs.commit.ManifestOutputFormat;
import dev.recordio.jobs.commit.ShardCommitter;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.MapContext;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.map.WrappedMapper;
import org.apache.hadoop.mapreduce.task.MapContextImpl;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.hadoop.util.ReflectionUtils;

/** Single attempts of the tasks of a job that commits with a manifest. */
public final class Attempts {
  private Attempts() {}

  /** Returns an attempt of a task. */
  public static TaskAttemptContext of(Configuration conf, int task, int attempt) {
    return new TaskAttemptContextImpl(
        conf, new TaskAttemptID(new TaskID("test", 1, TaskType.MAP, task), attempt));
  }

  /** Returns the splits of a job. */
  public static List<InputSplit> splits(JobContext job) throws Exception {
    return ReflectionUtils.newInstance(job.getInputFormatClass(), job.getConfiguration())
        .getSplits(job);
  }

  /** Runs a task attempt up to its end, without committing it. */
  @SuppressWarnings("unchecked") // the classes of the job
  public static ShardCommitter run(Configuration conf, InputSplit split, TaskAttemptContext attempt)
      throws Exception {
    var output = new ManifestOutputFormat();
    ShardCommitter committer = output.getOutputCommitter(attempt);
    committer.setupTask(attempt);
    var input =
        (InputFormat<IntWritable, BytesWritable>)
            ReflectionUtils.newInstance(attempt.getInputFormatClass(), conf);
    var mapper =
        (Mapper<IntWritable, BytesWritable, IntWritable, BytesWritable>)
            ReflectionUtils.newInstance(attempt.getMapperClass(), conf);
    RecordReader<IntWritable, BytesWritable> reader = input.createRecordReader(split, attempt);
    RecordWriter<IntWritable, BytesWritable> writer = output.getRecordWriter(attempt);
    reader.initialize(split, attempt);
    MapContext<IntWritable, BytesWritable, IntWritable, BytesWritable> context =
        new MapContextImpl<>(
            conf,
            attempt.getTaskAttemptID(),
            reader,
            writer,
            committer,
            new TaskAttemptContextImpl.DummyReporter(),
            split);
    mapper.run(
        new WrappedMapper<IntWritable, BytesWritable, IntWritable, BytesWritable>()
            .getMapContext(context));
    writer.close(attempt);
    return committer;
  }
}
