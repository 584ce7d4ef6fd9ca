// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.csr;

import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.csr.shard.SegmentResult;
import dev.recordio.jobs.csr.shard.ShardResult;
import dev.recordio.jobs.run.NewOutput;
import dev.recordio.jobs.run.TaskErrors;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitterFactory;

/**
 * Commits shards with the committer that is configured for the output, then writes {@code
 * _csr.json}, then {@code _SUCCESS}: without these, the folder is not complete.
 *
 * <p>The results of segments go to a folder per task in the job's scratch folder, left by the
 * committed attempt. When the job commits, it first reads and checks all of them, so that
 * inconsistent rows fail the job before anything is visible. If {@code _csr.json} can't be written,
 * the shards are removed again.
 */
final class ManifestCommitter extends PathOutputCommitter {
  private static final String MARKER = FileOutputCommitter.SUCCESSFUL_JOB_OUTPUT_DIR_MARKER;
  private static final String MARK = "recordio.csr.mark-success";
  private static final String RESULTS = "recordio.csr.results-folder";

  private final PathOutputCommitter shards;
  private final FileSystem resultFiles;
  private final Path attempts;
  private final Path tasks;

  ManifestCommitter(Path output, TaskAttemptContext context) throws IOException {
    super(output, context);
    shards = PathOutputCommitterFactory.createCommitter(output, context);
    Path results = new Path(context.getConfiguration().get(RESULTS));
    resultFiles = results.getFileSystem(context.getConfiguration());
    attempts = new Path(results, "attempts");
    tasks = new Path(results, "tasks");
  }

  /**
   * Prepares a job: keeps the configured committer from writing {@code _SUCCESS} too early, and
   * from renaming files.
   *
   * @param results where results of segments go: a folder that exists as long as the job, on a file
   *     system that can rename
   */
  static void install(Configuration conf, Path results) {
    conf.set(RESULTS, results.toString());
    conf.setBoolean(MARK, conf.getBoolean(MARKER, true));
    conf.setBoolean(MARKER, false);
    NewOutput.commitTogether(conf);
    NewOutput.keepNames(conf);
  }

  /** Returns where a task attempt leaves the results of its segments. */
  Path resultFolder(TaskAttemptContext context) {
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
    try {
      var manifest = new ManifestBuilder(context.getConfiguration());
      for (SegmentResult result : SegmentResult.readAll(resultFiles, tasks, manifest.segments())) {
        manifest.add(result);
      }
      manifest.check();
      shards.commitJob(context);
      complete(context.getConfiguration(), manifest);
    } catch (IOException | RuntimeException | Error e) {
      TaskErrors.reportCommit(context, e);
      throw e;
    }
  }

  private void complete(Configuration conf, ManifestBuilder manifest) throws IOException {
    Path output = getOutputPath();
    FileSystem fs = output.getFileSystem(conf);
    try {
      if (!manifest.knowsColumns()) {
        new ColumnsStamp(manifest.columns())
            .put((LocalFileSystem) fs, output, manifest.shards()); // see CsrJob.countsColumns
      }
      if (manifest.shards().isEmpty()) {
        manifest.addEmptyShard(output);
      }
      manifest.build().write(fs, output);
    } catch (IOException | RuntimeException | Error e) {
      withdraw(fs, output, manifest.shards(), e);
      throw e;
    }
    if (conf.getBoolean(MARK, true)) {
      Files.overwrite(fs, new Path(output, FileOutputCommitter.SUCCEEDED_FILE_NAME)).close();
    }
  }

  /** Removes shards that are visible but not in any manifest. */
  private static void withdraw(
      FileSystem fs, Path output, List<ShardResult> committed, Throwable why) {
    var names = new ArrayList<String>(List.of(CsrManifest.NAME));
    for (ShardResult shard : committed) {
      names.add(shard.file());
      shard.vectors().keySet().forEach(suffix -> names.add(shard.stem() + suffix));
    }
    for (String name : names) {
      try {
        fs.delete(new Path(output, name), false);
      } catch (IOException e) {
        why.addSuppressed(e);
      }
    }
  }

  @Override
  public void abortJob(JobContext context, JobStatus.State state) throws IOException {
    shards.abortJob(context, state);
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
