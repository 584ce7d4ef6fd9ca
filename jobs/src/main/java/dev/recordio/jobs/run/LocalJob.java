// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import dev.recordio.jobs.run.error.Failure;
import dev.recordio.jobs.run.error.JobFailedException;
import dev.recordio.jobs.run.local.LocalProgress;
import dev.recordio.jobs.run.local.LocalSettings;
import dev.recordio.jobs.run.output.JobScratch;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * A job without reducers that runs in this process over the job's own formats, mapper and
 * committer. It does what Hadoop's local runner does, with fewer steps: nothing is staged, written
 * as XML and read again, or polled, and the exception of a task is not lost. As there, a task has
 * one attempt.
 *
 * <p>A thread of its own sets up the job, runs the tasks, and commits. After a failure no further
 * task begins; those that run are finished. Tasks begin in order, so the failed one with the
 * smallest number is always the same one: it is the reason that is reported.
 */
final class LocalJob implements RunningJob {
  private static final String RUN = "local" + Math.abs((long) new Random().nextInt());
  private static final AtomicInteger JOBS = new AtomicInteger();

  /** Keys of jobs that need Hadoop's runner: it unpacks files for tasks, and knows the old API. */
  private static final List<String> NEEDS_RUNNER =
      List.of(
          "tmpfiles", // the generic options -files, -libjars and -archives
          "tmpjars",
          "tmparchives",
          MRJobConfig.CACHE_FILES,
          MRJobConfig.CACHE_ARCHIVES,
          MRJobConfig.CLASSPATH_FILES,
          MRJobConfig.CLASSPATH_ARCHIVES,
          MRJobConfig.MR_JOB_END_NOTIFICATION_URL,
          "mapred.mapper.class",
          "mapred.input.format.class",
          "mapred.output.format.class");

  private final JobID id;
  private final JobConf conf;
  private final List<LocalTask<?, ?, ?, ?>> tasks = new ArrayList<>();
  private final TasksInOrder inOrder;
  private final int threads;
  private final long bytes;
  private final Counters counters = new Counters();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread thread;
  private volatile boolean killed;
  private volatile Throwable failure;

  private LocalJob(Job job, List<InputSplit> splits) {
    this.id = job.getJobID();
    this.conf = new JobConf(job.getConfiguration());
    for (InputSplit split : splits) {
      tasks.add(new LocalTask<>(conf, LocalTask.attempt(id, tasks.size()), split));
    }
    this.bytes = bytes(splits);
    this.inOrder = new TasksInOrder(tasks);
    this.threads = Math.min(LocalSettings.mapsPerProcess(conf), splits.size());
    this.thread = new Thread(this::runToEnd, id.toString());
    thread.setDaemon(true);
  }

  /** Whether a job runs here: on this machine, without reducers, and with nothing to unpack. */
  static boolean canRun(Job job) {
    Configuration conf = job.getConfiguration();
    return job.getNumReduceTasks() == 0
        && LocalSettings.isLocal(conf)
        && NEEDS_RUNNER.stream().allMatch(key -> conf.get(key) == null);
  }

  /** Returns the sum of the lengths of splits; 0 when one is unknown. */
  static long bytes(List<? extends InputSplit> splits) {
    long sum = 0;
    for (InputSplit split : splits) {
      try {
        sum += split.getLength();
      } catch (IOException e) {
        return 0;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return 0;
      }
    }
    return sum;
  }

  /** Checks the output of a job, and returns its splits in the order of its tasks. */
  private static List<InputSplit> plan(Job job)
      throws IOException, InterruptedException, ClassNotFoundException {
    Configuration conf = job.getConfiguration();
    OutputFormat<?, ?> output = ReflectionUtils.newInstance(job.getOutputFormatClass(), conf);
    output.checkOutputSpecs(job);
    InputFormat<?, ?> input = ReflectionUtils.newInstance(job.getInputFormatClass(), conf);
    var lengths = new ArrayList<SplitLength>();
    for (InputSplit split : input.getSplits(job)) {
      lengths.add(new SplitLength(split, split.getLength()));
    }
    // Long ones first, as Hadoop submits them: the numbers of tasks are in names of files.
    lengths.sort(Comparator.comparingLong(SplitLength::bytes).reversed());
    return lengths.stream().map(SplitLength::split).toList();
  }

  private record SplitLength(InputSplit split, long bytes) {}

  /** Begins a job, which is given an id. */
  static LocalJob start(Job job, JobScratch scratch)
      throws IOException, InterruptedException, ClassNotFoundException {
    List<InputSplit> splits = plan(job);
    JobID id = new JobID(RUN, JOBS.incrementAndGet());
    job.setJobID(id);
    Configuration conf = job.getConfiguration();
    conf.unset(TaskErrors.ERROR_DIR); // the reason of a failure is in this process
    conf.set(MRJobConfig.ID, id.toString());
    conf.setInt(MRJobConfig.NUM_MAPS, splits.size());
    conf.set(MRJobConfig.MAPREDUCE_JOB_DIR, scratch.subdirectory("job").toString());
    var started = new LocalJob(job, splits);
    JobCounters.keep(job, started.counters);
    started.thread.start();
    return started;
  }

  private void runToEnd() {
    try {
      var before = JobCounters.ofFiles();
      run();
      JobCounters.addFiles(before, counters);
    } catch (Throwable e) {
      failure = e;
    } finally {
      ended.countDown();
    }
  }

  private void run() throws Exception {
    JobContext context = new JobContextImpl(conf, id);
    var first = new TaskAttemptContextImpl(conf, LocalTask.attempt(id, 0));
    OutputCommitter committer =
        ReflectionUtils.newInstance(context.getOutputFormatClass(), conf).getOutputCommitter(first);
    try {
      committer.setupJob(context);
      runTasks();
      checkNotKilled();
      committer.commitJob(context);
    } catch (Throwable e) {
      Thread.interrupted(); // else files can't be removed
      var state = killed ? JobStatus.State.KILLED : JobStatus.State.FAILED;
      try {
        committer.abortJob(context, state);
      } catch (IOException | RuntimeException | Error also) {
        e.addSuppressed(also);
      }
      throw e;
    }
  }

  private void runTasks() throws Exception {
    try {
      inOrder.run(threads);
    } finally {
      inOrder.awaitEnd();
    }
    for (LocalTask<?, ?, ?, ?> task : tasks) {
      counters.incrAllCounters(task.counters());
    }
  }

  private void checkNotKilled() throws InterruptedException {
    if (killed) {
      throw new InterruptedException("the job is killed");
    }
  }

  @Override
  public void await(long millis) throws InterruptedException {
    ended.await(millis, TimeUnit.MILLISECONDS);
  }

  @Override
  public boolean isComplete() {
    return ended.getCount() == 0;
  }

  @Override
  public boolean isSuccessful() {
    return isComplete() && failure == null;
  }

  @Override
  public float done() {
    return LocalProgress.of(id, conf);
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public JobFailedException failure() {
    Failure known = Failure.of(failure);
    var trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace, true));
    return new JobFailedException(known.message(), known.code(), trace.toString());
  }

  @Override
  public void kill() {
    killed = true;
    inOrder.stop();
    thread.interrupt();
  }

  /** The job has not ended before its tasks have. */
  @Override
  public void awaitTasks(long millis) throws InterruptedException {
    await(millis);
  }

  @Override
  public Counters counters() {
    return counters;
  }
}
