// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli.result;

import dev.recordio.jobs.run.local.LocalSettings;
import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * What a command would write: the result of a dry run.
 *
 * @param output where, as the user wrote it
 * @param shards how many parts of the output
 * @param bytes of the shards' main files: the records or rows, without indexes
 * @param bytesEstimated whether only the run finds out how many bytes there are
 * @param files of all shards, with their indexes
 * @param tasks of the job that writes: of maps and reduces; 1 for a command without a job
 * @param memory bytes of a task: of its container, or of the heap that the tasks of this process
 *     share
 * @param refused why the command would be refused, and write nothing; null when it would not
 */
public record WritePlan(
    String output,
    long shards,
    long bytes,
    boolean bytesEstimated,
    long files,
    long tasks,
    long memory,
    String refused) {

  /** Returns the plan of a command that would be refused. */
  public static WritePlan refused(String output, String why) {
    return new WritePlan(output, 0, 0, false, 0, 0, 0, why);
  }

  /**
   * Returns the plan of a command that writes in this process, without a job; its bytes are an
   * estimate.
   */
  public static WritePlan local(String output, long shards, long bytes, long files) {
    return new WritePlan(
        output, shards, bytes, true, files, 1, Runtime.getRuntime().maxMemory(), null);
  }

  /**
   * Returns the plan of a job, whose bytes are an estimate.
   *
   * @param job complete, not yet submitted; its input is cut into splits here
   */
  public static WritePlan of(Job job, String output, long shards, long bytes, long files)
      throws IOException, InterruptedException, ClassNotFoundException {
    Configuration conf = job.getConfiguration();
    InputFormat<?, ?> input = ReflectionUtils.newInstance(job.getInputFormatClass(), conf);
    long tasks = input.getSplits(job).size() + (long) job.getNumReduceTasks();
    return new WritePlan(output, shards, bytes, true, files, tasks, memory(conf), null);
  }

  /** Returns the same plan, of bytes that are known. */
  public WritePlan exact() {
    return new WritePlan(output, shards, bytes, false, files, tasks, memory, refused);
  }

  private static long memory(Configuration conf) {
    return LocalSettings.isLocal(conf)
        ? Runtime.getRuntime().maxMemory()
        : (long) new JobConf(conf).getMemoryRequired(TaskType.MAP) << 20;
  }

  /** Returns the plan in a sentence. */
  public String text() {
    return String.format(
        Locale.ROOT,
        "dry run: %s would get %,d %s, %s%,d bytes (%s), in %,d %s; %,d %s, %s of memory each",
        output,
        shards,
        plural(shards, "shard"),
        bytesEstimated ? "about " : "",
        bytes,
        Totals.human(bytes),
        files,
        plural(files, "file"),
        tasks,
        plural(tasks, "task"),
        Totals.human(memory));
  }

  private static String plural(long count, String one) {
    return count == 1 ? one : one + "s";
  }
}
