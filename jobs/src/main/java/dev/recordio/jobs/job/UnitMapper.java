// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.job;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.util.ReflectionUtils;

/** Runs the {@link UnitTask} of a job over the units of a split; writes what it reports. */
final class UnitMapper<T, R>
    extends Mapper<IntWritable, BytesWritable, IntWritable, BytesWritable> {
  private static final String TASK = "recordio.job.task";

  static void setTask(Configuration conf, Class<? extends UnitTask<?, ?>> task) {
    conf.setClass(TASK, task, UnitTask.class);
  }

  @SuppressWarnings("unchecked") // the job's plan has units of this task
  static <T, R> UnitTask<T, R> task(Configuration conf) {
    return (UnitTask<T, R>)
        ReflectionUtils.newInstance(conf.getClass(TASK, null, UnitTask.class), conf);
  }

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    UnitTask<T, R> task = task(context.getConfiguration());
    var about = new TaskContext(context);
    try (AutoCloseable closing = task::close) {
      while (context.nextKeyValue()) {
        int number = context.getCurrentKey().get();
        BytesWritable bytes = context.getCurrentValue();
        about.begin(number);
        R report = task.run(task.units().read(bytes.getBytes(), bytes.getLength()), about);
        if (report != null) {
          context.write(new IntWritable(number), new BytesWritable(task.reports().bytes(report)));
        }
      }
      task.end(about);
    } catch (IOException | InterruptedException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e); // close() throws nothing else
    }
  }
}
