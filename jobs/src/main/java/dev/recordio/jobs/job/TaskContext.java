// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.job;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.util.Progressable;

/** What a {@link UnitTask} knows of the job, and says while it works. */
public class TaskContext implements Progressable {
  private final Mapper<IntWritable, BytesWritable, IntWritable, BytesWritable>.Context context;
  private int number;

  TaskContext(Mapper<IntWritable, BytesWritable, IntWritable, BytesWritable>.Context context) {
    this.context = context;
  }

  /** Creates another one for the current unit of a task. */
  public TaskContext(TaskContext same) {
    this(same.context);
    number = same.number;
  }

  /** Returns the job's configuration. */
  public Configuration conf() {
    return context.getConfiguration();
  }

  /** Returns the number of the current unit in the plan. */
  public int number() {
    return number;
  }

  void begin(int unit) {
    number = unit;
  }

  /** Shows that the task is alive. */
  @Override
  public void progress() {
    context.progress();
  }

  /**
   * Says how much of the current unit is done, for the job's progress.
   *
   * @param fraction 0 to 1
   */
  public void progress(float fraction) {
    ((UnitSplit) context.getInputSplit()).setWithin(fraction);
    context.progress();
  }

  /** Returns a counter of the job. */
  public Counter counter(Enum<?> name) {
    return context.getCounter(name);
  }

  /** Returns the task attempt: for output formats and committers. */
  public TaskInputOutputContext<?, ?, ?, ?> attempt() {
    return context;
  }
}
