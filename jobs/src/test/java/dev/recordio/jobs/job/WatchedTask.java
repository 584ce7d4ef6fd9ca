// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.util.ReflectionUtils;

/** The task of a job, and a test's code that is called while it works. */
public final class WatchedTask extends UnitTask<Object, Object> implements Configurable {
  private static final String TASK = "test.watched-task";
  private static final String WATCH = "test.watch";

  private Configuration conf;
  private UnitTask<Object, Object> task;
  private Watch watch;

  /** What a test does to a task; each attempt makes its own one. */
  public interface Watch {
    /** Called whenever the task has said that it is alive. */
    default void progressed() {}

    /** Called once for each unit, when half of it is done or more. */
    default void halfWay(TaskContext task) throws IOException {}

    /** Called when the task has ended its work, before it is committed. */
    default void end(TaskContext task) throws IOException {}
  }

  WatchedTask() {
    super(null);
  }

  /** Makes the tasks of a job call a class, which needs a constructor without parameters. */
  public static void watch(Job job, Class<? extends Watch> watch) {
    Configuration conf = job.getConfiguration();
    conf.setClass(TASK, UnitMapper.task(conf).getClass(), UnitTask.class);
    conf.setClass(WATCH, watch, Watch.class);
    UnitJob.setTask(job, WatchedTask.class);
  }

  @Override
  @SuppressWarnings("unchecked") // the units of the job are for this task
  public void setConf(Configuration newConf) {
    conf = newConf;
    Class<?> type = conf.getClass(TASK, null, UnitTask.class);
    task = (UnitTask<Object, Object>) ReflectionUtils.newInstance(type, conf);
    watch = ReflectionUtils.newInstance(conf.getClass(WATCH, null, Watch.class), conf);
  }

  @Override
  public Configuration getConf() {
    return conf;
  }

  @Override
  Serde<Object> units() {
    return task.units();
  }

  @Override
  Serde<Object> reports() {
    return task.reports();
  }

  @Override
  protected Object run(Object unit, TaskContext context) throws IOException, InterruptedException {
    try {
      return task.run(unit, new Watched(context));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  @Override
  protected void end(TaskContext context) throws IOException, InterruptedException {
    task.end(context);
    watch.end(context);
  }

  @Override
  protected void close() throws IOException {
    task.close();
  }

  private final class Watched extends TaskContext {
    private boolean isHalfWay;

    Watched(TaskContext same) {
      super(same);
    }

    @Override
    public void progress() {
      super.progress();
      watch.progressed();
    }

    @Override
    public void progress(float fraction) {
      super.progress(fraction);
      watch.progressed();
      if (fraction >= 0.5 && !isHalfWay) {
        isHalfWay = true;
        try {
          watch.halfWay(this);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }
}
