// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.commit;

import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.run.TaskErrors;
import dev.recordio.jobs.run.output.NewOutput;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitterFactory;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitterFactory;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Commits shards with the committer that is configured for the output, then writes the files of the
 * {@link OutputManifest}, then {@code _SUCCESS}: without these, the folder is not complete.
 *
 * <p>The results of shards go to a folder per task in the job's scratch folder, left by the
 * committed attempt. When the job commits, it first reads and checks all of them, so that
 * inconsistent shards fail the job before anything is visible. If writing the manifest fails, the
 * shards are removed again.
 */
public final class ShardCommitter extends PathOutputCommitter {
  private static final String MARKER = FileOutputCommitter.SUCCESSFUL_JOB_OUTPUT_DIR_MARKER;
  private static final String MARK = "recordio.commit.mark-success";
  private static final String RESULTS = "recordio.commit.results-folder";
  private static final String EXISTING = "recordio.commit.into-existing";
  private static final String TASKS = "tasks";
  private static final String MANIFEST = "recordio.commit.manifest";

  /** S3A's committers write a report there, as they do into {@code _SUCCESS} by themselves. */
  private static final String REPORTS = "fs.s3a.committer.summary.report.directory";

  private final PathOutputCommitter shards;
  private final FileSystem resultFiles;
  private final Path attempts;
  private final Path tasks;
  private final Path reports;

  ShardCommitter(Path output, TaskAttemptContext context) throws IOException {
    super(output, context);
    shards = PathOutputCommitterFactory.createCommitter(output, context);
    Path results = new Path(context.getConfiguration().get(RESULTS));
    resultFiles = results.getFileSystem(context.getConfiguration());
    attempts = new Path(results, "attempts");
    tasks = tasks(results);
    reports = reports(results);
  }

  /**
   * Prepares a job: keeps the configured committer from writing {@code _SUCCESS} too early, and
   * from renaming files.
   *
   * @param results where results of shards go: a folder that exists as long as the job, on a file
   *     system that can rename
   * @param manifest has a constructor without arguments
   */
  public static void install(
      Configuration conf, Path results, Class<? extends OutputManifest> manifest) {
    conf.setClass(MANIFEST, manifest, OutputManifest.class);
    conf.set(RESULTS, results.toString());
    conf.setBoolean(MARK, conf.getBoolean(MARKER, true));
    conf.setBoolean(MARKER, false);
    conf.setIfUnset(REPORTS, reports(results).toString());
    NewOutput.commitTogether(conf);
    NewOutput.keepNames(conf);
  }

  /** Lets a job write into a folder that exists; its manifest decides what of it stays. */
  public static void allowExisting(Configuration conf) {
    conf.setBoolean(EXISTING, true);
  }

  /** Whether a job may write into a folder that exists. */
  public static boolean allowsExisting(Configuration conf) {
    return conf.getBoolean(EXISTING, false);
  }

  /**
   * Whether the committer that is configured for an output gathers finished files in the output
   * itself, a folder for each committed task, and renames them when the job commits: Hadoop's own
   * does, those for object stores do not.
   */
  public static boolean renamesTasks(Configuration conf, Path output) throws IOException {
    return PathOutputCommitterFactory.getCommitterFactory(output, conf)
            instanceof FileOutputCommitterFactory
        && conf.getInt(FileOutputCommitter.FILEOUTPUTCOMMITTER_ALGORITHM_VERSION, 1) == 1;
  }

  /** Returns the folder that has a folder for each committed task, named by the task's id. */
  public static Path tasks(Path results) {
    return new Path(results, TASKS);
  }

  private static Path reports(Path results) {
    return new Path(results, "reports");
  }

  /** Returns where a task attempt leaves the results of its shards. */
  public Path resultFolder(TaskAttemptContext context) {
    return new Path(attempts, context.getTaskAttemptID().toString());
  }

  @Override
  public Path getOutputPath() {
    return shards.getOutputPath();
  }

  @Override
  public Path getWorkPath() throws IOException {
    return shards.getWorkPath();
  }

  @Override
  public void setupJob(JobContext context) throws IOException {
    Configuration conf = context.getConfiguration();
    manifest(conf).begin(context, getOutputPath().getFileSystem(conf), getOutputPath());
    shards.setupJob(context);
    resultFiles.mkdirs(tasks);
  }

  @Override
  public void setupTask(TaskAttemptContext context) throws IOException {
    shards.setupTask(context);
  }

  @Override
  public boolean needsTaskCommit(TaskAttemptContext context) throws IOException {
    return resultFiles.exists(resultFolder(context)) || shards.needsTaskCommit(context);
  }

  /** Results first: so committed shards always have results. */
  @Override
  public void commitTask(TaskAttemptContext context) throws IOException {
    Path results = resultFolder(context);
    Path task = new Path(tasks, context.getTaskAttemptID().getTaskID().toString());
    resultFiles.delete(task, true); // of an attempt whose shards could not be committed
    Files.rename(resultFiles, results, task);
    if (shards.needsTaskCommit(context)) {
      shards.commitTask(context);
    }
  }

  @Override
  public void abortTask(TaskAttemptContext context) throws IOException {
    try {
      shards.abortTask(context);
    } finally {
      resultFiles.delete(resultFolder(context), true);
    }
  }

  @Override
  public void commitJob(JobContext context) throws IOException {
    TaskErrors.commit(context, () -> commit(context));
  }

  private void commit(JobContext context) throws IOException {
    Configuration conf = context.getConfiguration();
    OutputManifest manifest = manifest(conf);
    manifest.read(conf, resultFiles, tasks);
    manifest.makeWay(conf, getOutputPath().getFileSystem(conf), getOutputPath());
    shards.commitJob(context);
    complete(conf, manifest);
  }

  private static OutputManifest manifest(Configuration conf) {
    return ReflectionUtils.newInstance(
        conf.getClass(MANIFEST, null, OutputManifest.class).asSubclass(OutputManifest.class), conf);
  }

  private void complete(Configuration conf, OutputManifest manifest) throws IOException {
    Path output = getOutputPath();
    FileSystem fs = output.getFileSystem(conf);
    try {
      manifest.write(conf, fs, output);
    } catch (IOException | RuntimeException | Error e) {
      withdraw(fs, output, manifest.names(), e);
      throw e;
    }
    if (conf.getBoolean(MARK, true)) {
      byte[] report = report();
      Path success = new Path(output, FileOutputCommitter.SUCCEEDED_FILE_NAME);
      try (FSDataOutputStream out = Files.overwrite(fs, success)) {
        out.write(report);
      }
    }
  }

  /** Returns what the committer of the shards would have written into {@code _SUCCESS}. */
  private byte[] report() throws IOException {
    FileStatus[] all =
        resultFiles.exists(reports) ? resultFiles.listStatus(reports) : new FileStatus[0];
    return all.length == 0 ? new byte[0] : Files.readAll(resultFiles, all[0].getPath());
  }

  /** Removes what is visible but not in any manifest. */
  private static void withdraw(FileSystem fs, Path output, List<String> names, Throwable why) {
    for (String name : names) {
      try {
        fs.delete(new Path(output, name), true);
      } catch (IOException e) {
        why.addSuppressed(e);
      }
    }
  }

  @Override
  public void abortJob(JobContext context, JobStatus.State state) throws IOException {
    Configuration conf = context.getConfiguration();
    try {
      manifest(conf).abandon(conf, getOutputPath().getFileSystem(conf), getOutputPath());
    } finally {
      shards.abortJob(context, state);
    }
  }

  @Override
  public boolean isRecoverySupported(JobContext context) throws IOException {
    return shards.isRecoverySupported(context);
  }

  /** The results of a committed task are still there: they outlive the job's application master. */
  @Override
  public void recoverTask(TaskAttemptContext context) throws IOException {
    shards.recoverTask(context);
  }
}
