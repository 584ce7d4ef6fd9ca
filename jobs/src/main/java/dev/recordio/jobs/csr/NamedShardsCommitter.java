// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.csr;

import dev.recordio.fs.Files;
import dev.recordio.jobs.run.NewOutput;
import dev.recordio.jobs.run.TaskErrors;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitterFactory;

/**
 * Commits shards that have their final names from the start, with the committer that is configured
 * for the output: one that uploads, say, and can't rename.
 *
 * <p>What tasks tell of their segments goes beside the job, by a committer of its own, so that it
 * is always that of the attempts that were committed. When the job commits, the manifest is made of
 * it first, so that rows that do not fit each other fail the job before anything is visible; then
 * the shards are committed, then {@code _csr.json} is written, then {@code _SUCCESS}. Where {@code
 * _csr.json} can't be, the shards are taken away again. The last two are this class's, since
 * committers write {@code _SUCCESS} right behind the files.
 */
final class NamedShardsCommitter extends PathOutputCommitter {
  private static final String MARKER = FileOutputCommitter.SUCCESSFUL_JOB_OUTPUT_DIR_MARKER;
  private static final String MARK = "recordio.csr.mark-success";

  private final PathOutputCommitter shards;
  private final FileOutputCommitter results;
  private final Path resultFolder;

  /**
   * Makes one.
   *
   * @param resultFolder where the results of segments go
   */
  NamedShardsCommitter(Path output, Path resultFolder, TaskAttemptContext context)
      throws IOException {
    super(output, context);
    this.resultFolder = resultFolder;
    shards = PathOutputCommitterFactory.createCommitter(output, context);
    results = new FileOutputCommitter(resultFolder, context);
  }

  /**
   * Keeps the configured committer from writing {@code _SUCCESS} too early, and from naming files.
   */
  static void install(Configuration conf) {
    conf.setBoolean(MARK, conf.getBoolean(MARKER, true));
    conf.setBoolean(MARKER, false);
    NewOutput.keepNames(conf);
  }

  /** Returns where a task attempt leaves the results of its segments. */
  Path resultWorkPath() throws IOException {
    return results.getWorkPath();
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
    results.setupJob(context);
  }

  @Override
  public void setupTask(TaskAttemptContext context) throws IOException {
    shards.setupTask(context);
    results.setupTask(context);
  }

  @Override
  public boolean needsTaskCommit(TaskAttemptContext context) throws IOException {
    return shards.needsTaskCommit(context) || results.needsTaskCommit(context);
  }

  /** Results first: shards that are committed have theirs. */
  @Override
  public void commitTask(TaskAttemptContext context) throws IOException {
    results.commitTask(context);
    if (shards.needsTaskCommit(context)) {
      shards.commitTask(context);
    }
  }

  @Override
  public void abortTask(TaskAttemptContext context) throws IOException {
    try {
      shards.abortTask(context);
    } finally {
      results.abortTask(context);
    }
  }

  @Override
  public void commitJob(JobContext context) throws IOException {
    try {
      results.commitJob(context);
      commit(context, manifest(context.getConfiguration()));
    } catch (IOException | RuntimeException | Error e) {
      TaskErrors.reportCommit(context, e);
      throw e;
    }
  }

  private void commit(JobContext context, ManifestBuilder builder) throws IOException {
    shards.commitJob(context);
    Path output = getOutputPath();
    FileSystem fs = output.getFileSystem(context.getConfiguration());
    try {
      if (builder.isEmpty()) {
        builder.addEmptyShard(output);
      }
      builder.build().write(fs, output);
    } catch (IOException | RuntimeException | Error e) {
      withdraw(fs, output, builder.shards(), e);
      throw e;
    }
    if (context.getConfiguration().getBoolean(MARK, true)) {
      Files.overwrite(fs, new Path(output, FileOutputCommitter.SUCCEEDED_FILE_NAME)).close();
    }
  }

  /** Takes shards back that are visible, but that no manifest tells of. */
  private static void withdraw(
      FileSystem fs, Path output, List<CsrManifest.Shard> committed, Throwable why) {
    var names = new ArrayList<String>(List.of(CsrManifest.NAME));
    for (CsrManifest.Shard shard : committed) {
      names.add(shard.file());
      names.addAll(shard.vectors().keySet());
    }
    for (String name : names) {
      try {
        fs.delete(new Path(output, name), false);
      } catch (IOException e) {
        why.addSuppressed(e);
      }
    }
  }

  private ManifestBuilder manifest(Configuration conf) throws IOException {
    var manifest = new ManifestBuilder(conf);
    for (SegmentResult result : SegmentResult.readAll(conf, resultFolder, manifest.segments())) {
      for (ShardResult shard : result.shards()) {
        if (!shard.stem().equals(manifest.nextStem())) {
          throw new IOException(
              "the input has changed since its shards were counted: segment "
                  + result.segment()
                  + " was to go on with "
                  + manifest.nextStem()
                  + ", but has "
                  + shard.stem());
        }
        manifest.add(shard);
      }
      manifest.add(result);
    }
    return manifest;
  }

  @Override
  public void abortJob(JobContext context, JobStatus.State state) throws IOException {
    try {
      shards.abortJob(context, state);
    } finally {
      results.abortJob(context, state);
    }
  }

  @Override
  public boolean isRecoverySupported(JobContext context) throws IOException {
    return shards.isRecoverySupported(context) && results.isRecoverySupported(context);
  }

  @Override
  public void recoverTask(TaskAttemptContext context) throws IOException {
    shards.recoverTask(context);
    results.recoverTask(context);
  }
}
