// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.csr;

import dev.recordio.fs.row.ColumnFile;
import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.jobs.commit.ManifestOutputFormat;
import dev.recordio.jobs.commit.ShardCommitter;
import dev.recordio.jobs.job.Serde;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.job.UnitJob;
import dev.recordio.jobs.job.UnitTask;
import dev.recordio.jobs.rows.JobSegments;
import dev.recordio.jobs.rows.Segment;
import dev.recordio.jobs.rows.SegmentTable;
import dev.recordio.jobs.rows.SideFiles;
import dev.recordio.jobs.rows.SideScratch;
import dev.recordio.jobs.rows.shard.CsrConf;
import dev.recordio.jobs.rows.shard.CsrSettings;
import dev.recordio.jobs.rows.shard.CsrTask;
import dev.recordio.jobs.rows.shard.JobColumns;
import dev.recordio.jobs.rows.shard.Layout;
import dev.recordio.jobs.rows.shard.SegmentResult;
import dev.recordio.jobs.rows.shard.SegmentWriter;
import dev.recordio.jobs.rows.shard.ShardResult;
import dev.recordio.jobs.run.local.LocalSettings;
import dev.recordio.jobs.run.local.OwnLocalFileSystem;
import dev.recordio.jobs.run.output.OutputClaim;
import dev.recordio.sparse.ColumnMap;
import dev.recordio.sparse.ParseMode;
import dev.recordio.sparse.ParseRule;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.FileAlreadyExistsException;
import org.apache.hadoop.mapreduce.Job;

/**
 * Prepares a csr job: rows become a folder of CSR shards with a {@link CsrManifest}. One map task
 * takes one or several {@link SegmentTable segments}; there is no reducer.
 *
 * <p>The keys {@code recordio.csr.*} and {@code libsvm.*} specify what to write; a {@link CsrTask}
 * has what must be known of the input. Input without rows becomes one shard without rows. The
 * committer configured for the output commits it; the manifest is written at the end.
 *
 * <p>Memory of a task: {@code recordio.csr.memory} for rows, less if a local job's tasks would not
 * fit the heap together; one read of input and its rows (under 20 MiB at the default {@code
 * recordio.input.buffer-size}); 4 bytes for each query group of a shard; the numbers of side files
 * of a shard; all in addition to the rows of the longest line.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class CsrJob implements Closeable {
  private final UnitJob<Segment, SegmentResult> job;
  private OutputClaim claim; // null until it is taken

  /**
   * Prepares the job, whose columns stay as they are.
   *
   * @throws IOException as {@link #CsrJob(Configuration, SegmentTable, CsrTask, Path, ColumnMap)}
   */
  public CsrJob(Configuration conf, SegmentTable segments, CsrTask task, Path output)
      throws IOException, InterruptedException {
    this(conf, segments, task, output, null);
  }

  /**
   * Prepares the job.
   *
   * @param conf a configuration, which is copied
   * @param segments the input
   * @param task what is known of the input; its columns are the columns of the map, if there is one
   * @param output the folder to make
   * @param map the columns that are written, with their numbers; entries of other columns are left
   *     out. Null for all columns as they are
   * @throws FileAlreadyExistsException when the output exists
   * @throws dev.recordio.conf.InvalidSettingException when a setting is invalid
   * @throws dev.recordio.jobs.run.error.BadInputException when side files do not fit the rows
   * @throws IllegalArgumentException when there are side files and the task has no rows of ranges;
   *     or when it has no columns and they are required; or when {@link CsrConf#COLUMNS} needs a
   *     map
   */
  public CsrJob(Configuration conf, SegmentTable segments, CsrTask task, Path output, ColumnMap map)
      throws IOException, InterruptedException {
    try {
      job = UnitJob.prepare(conf, Task.class, own -> prepare(own, segments, task, output, map));
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      try (OutputClaim held = claim) {
        throw e;
      }
    }
  }

  private void prepare(
      UnitJob<Segment, SegmentResult> own,
      SegmentTable segments,
      CsrTask task,
      Path output,
      ColumnMap map)
      throws IOException {
    Configuration conf = own.conf();
    if (map == null) {
      LibSvmConf.FEATURES.set(conf, task.knowsColumns() ? task.columns() : 0);
    }
    LibSvmConf.INDEX_BASE.set(conf, task.indexBase());
    if (map == null && !CsrConf.COLUMNS.normal(conf).equals(CsrConf.ALL)) {
      throw new IllegalArgumentException(CsrConf.COLUMNS + " needs a map of columns");
    }
    CsrSettings settings = CsrSettings.of(conf);
    settings.text().check(); // an invalid setting fails here instead of in every task
    if (!task.knowsColumns() && !countsColumns(conf, output)) {
      throw new IllegalArgumentException("columns are unknown, and can't be counted while writing");
    }
    List<Path> inputs = segments.files().stream().map(FileStatus::getPath).toList();
    claim = OutputClaim.takeNew(conf, output, inputs);
    own.use(inputs);
    own.output(output, ManifestOutputFormat.class);
    JobSegments.set(own, segments);
    if (map != null) {
      JobColumns.set(conf, own.scratch(ColumnFile.NAME), map);
    }
    settings.toWrite(task).write(conf, own.scratch("task.json"));
    ShardCommitter.install(conf, own.scratch("results"), CsrManifestFiles.class);
    SideFiles side = SideFiles.find(conf, segments.files());
    if (!side.isEmpty()) {
      if (task.rangeRows() == null) {
        throw new IllegalArgumentException("side files, but rows were not counted");
      }
      SideScratch.write(conf, side, segments, task.rangeRows(), own.scratch("side"));
    }
  }

  /**
   * Whether a job can count columns while it writes shards, and write their number into the files
   * at its end: only in this process, on its local file system, where files can be changed in
   * place; and only for text in strict mode, since the traits of rows are not known in advance
   * either.
   */
  public static boolean countsColumns(Configuration conf, Path output) throws IOException {
    TextSettings text = TextSettings.of(conf);
    return LocalSettings.isLocal(conf)
        && output.getFileSystem(conf) instanceof OwnLocalFileSystem local
        && local.changesInPlace()
        && text.mode() == ParseMode.STRICT
        && !text.isRecords()
        && !Layout.of(conf).needsColumns()
        && !CsrConf.DEFLATE.getBoolean(conf);
  }

  /** Returns the job, not yet submitted. */
  public Job job() {
    return job.job();
  }

  /**
   * Removes the scratch files of the job's tasks, and gives the output back; call it after the job.
   */
  @Override
  public void close() throws IOException {
    try (OutputClaim held = claim) {
      job.close();
    }
  }

  /** Writes the shards of each segment; their results are its report. */
  static class Task extends UnitTask<Segment, SegmentResult> {
    private SegmentWriter writer; // null before the first segment

    Task() {
      super(Segment.SERDE, Serde.ofFields(SegmentResult.class));
    }

    @Override
    protected SegmentResult run(Segment segment, TaskContext task) throws IOException {
      if (writer == null) {
        var committer = (ShardCommitter) task.attempt().getOutputCommitter();
        writer =
            new SegmentWriter(
                task.conf(), CsrTask.read(task.conf()), committer.getWorkPath(), task::progress);
      }
      SegmentResult result = writer.write(segment);
      count(task, result);
      return result;
    }

    private static void count(TaskContext task, SegmentResult result) {
      for (ShardResult shard : result.shards()) {
        task.counter(CsrCounter.ROWS).increment(shard.rows());
        task.counter(CsrCounter.ENTRIES).increment(shard.nnz());
        task.counter(CsrCounter.BYTES_OUT).increment(shard.bytes());
      }
      task.counter(CsrCounter.SHARDS).increment(result.shards().size());
      for (ParseRule rule : ParseRule.values()) {
        if (!rule.isNote()) {
          long repairs = result.findings().broken().getOrDefault(rule.title(), 0L);
          task.counter(CsrCounter.REPAIRS).increment(repairs);
        }
      }
    }

    @Override
    protected void end(TaskContext task) {
      task.counter(CsrCounter.OVERSIZED_SHARDS).increment(writer.oversized());
      task.counter(CsrCounter.SPILLED_BYTES).increment(writer.spilled());
    }

    @Override
    protected void close() throws IOException {
      if (writer != null) {
        writer.close();
      }
    }
  }
}
