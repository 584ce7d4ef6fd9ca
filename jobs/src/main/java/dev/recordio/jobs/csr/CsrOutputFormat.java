// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.csr;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitterFactory;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;

/**
 * Commits by renaming, with {@link CsrCommitter}; or with the committer that is configured, through
 * {@link NamedShardsCommitter}; or, where shards are only counted, the results of segments alone.
 * The files are made by the mappers themselves.
 */
final class CsrOutputFormat extends FileOutputFormat<NullWritable, NullWritable> {
  /** Where results of segments go when shards are written under their final names. */
  private static final String RESULTS = "recordio.csr.results-folder";

  private static final String COUNT_ONLY = "recordio.csr.count-only";

  private OutputCommitter committer;

  /** Makes a job write no shards; the results of its segments are its output. */
  static void countOnly(Job job, Path results) {
    job.getConfiguration().setBoolean(COUNT_ONLY, true);
    setOutputPath(job, results);
  }

  /** Whether a job writes no shards. */
  static boolean countsOnly(Configuration conf) {
    return conf.getBoolean(COUNT_ONLY, false);
  }

  /**
   * Makes a job commit with the committer that is configured for its output.
   *
   * @param results an absent folder, on a file system that renames
   */
  static void commitAsConfigured(Configuration conf, Path results) {
    conf.set(RESULTS, results.toString());
    NamedShardsCommitter.install(conf);
  }

  /** Whether the committer that is configured for an output is Hadoop's own, which renames. */
  static boolean renames(Configuration conf, Path output) throws IOException {
    var task = new TaskID("recordio", 0, TaskType.MAP, 0);
    var attempt = new TaskAttemptContextImpl(conf, new TaskAttemptID(task, 0));
    return PathOutputCommitterFactory.createCommitter(output, attempt)
        instanceof FileOutputCommitter;
  }

  @Override
  public RecordWriter<NullWritable, NullWritable> getRecordWriter(TaskAttemptContext context) {
    return new RecordWriter<>() {
      @Override
      public void write(NullWritable key, NullWritable value) {
        throw new IllegalStateException("rows go to the shards' own files");
      }

      @Override
      public void close(TaskAttemptContext closing) {}
    };
  }

  @Override
  public synchronized OutputCommitter getOutputCommitter(TaskAttemptContext context)
      throws IOException {
    if (committer == null) {
      Path output = getOutputPath(context);
      String results = context.getConfiguration().get(RESULTS);
      if (countsOnly(context.getConfiguration())) {
        committer = new FileOutputCommitter(output, context);
      } else if (results == null) {
        committer = new CsrCommitter(output, context);
      } else {
        committer = new NamedShardsCommitter(output, new Path(results), context);
      }
    }
    return committer;
  }

  /** Returns the folder of a task attempt, whose files are the output's when it is committed. */
  static Path workFolder(TaskInputOutputContext<?, ?, ?, ?> context) throws IOException {
    return ((PathOutputCommitter) context.getOutputCommitter()).getWorkPath();
  }

  /** Returns the folder where a task attempt leaves the results of its segments. */
  static Path resultFolder(TaskInputOutputContext<?, ?, ?, ?> context) throws IOException {
    return context.getOutputCommitter() instanceof NamedShardsCommitter named
        ? named.resultWorkPath()
        : workFolder(context);
  }
}
