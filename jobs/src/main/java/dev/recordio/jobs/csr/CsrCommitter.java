// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.csr;

import dev.recordio.fs.Files;
import dev.recordio.jobs.run.OwnLocalFileSystem;
import dev.recordio.jobs.run.TaskErrors;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;

/**
 * Gives shards their numbers before they become visible.
 *
 * <p>Tasks can't know how many shards the segments before theirs have. They name shards by segment,
 * and leave a {@link SegmentResult} for each. When the job commits, shards are renamed where they
 * wait, and told the number of columns if it was not known before ({@link ColumnsStamp}); the
 * manifest is written there too, and then everything moves to the output as {@link
 * FileOutputCommitter}, algorithm 1, does it. Each step looks at what is done already: a commit
 * that broke off is done again with the same result.
 */
final class CsrCommitter extends FileOutputCommitter {
  /** Sorts behind the folders of tasks, so that the manifest moves last. */
  private static final String MANIFEST_FOLDER = "zz-manifest";

  private static final String UNFINISHED = ".unfinished";

  CsrCommitter(Path output, TaskAttemptContext context) throws IOException {
    super(output, context);
  }

  /** A task's result, with the folder where its files are. */
  private record Found(Path folder, SegmentResult result) {}

  @Override
  public void commitJob(JobContext context) throws IOException {
    try {
      number(context);
    } catch (IOException | RuntimeException | Error e) {
      TaskErrors.reportCommit(context, e);
      throw e;
    }
    super.commitJob(context);
  }

  private void number(JobContext context) throws IOException {
    Path pending = getJobAttemptPath(context);
    Configuration conf = context.getConfiguration();
    FileSystem fs = pending.getFileSystem(conf);
    Path folder = new Path(pending, MANIFEST_FOLDER);
    var results = new ArrayList<Path>();
    var names = new HashSet<Path>();
    for (FileStatus task : fs.listStatus(pending)) {
      if (task.isDirectory() && !task.getPath().getName().equals(PENDING_DIR_NAME)) {
        list(fs, task.getPath(), results, names);
      }
    }
    Path manifest = new Path(folder, CsrManifest.NAME);
    Path unfinished = new Path(folder, UNFINISHED);
    if (!results.isEmpty() && !names.contains(fs.makeQualified(manifest))) {
      fs.mkdirs(folder);
      var builder = new ManifestBuilder(conf);
      List<Found> all = read(fs, results, builder.segments());
      long columns = builder.columns(all.stream().map(Found::result).toList());
      for (Found found : all) {
        for (ShardResult shard : found.result().shards()) {
          Path file = rename(fs, found.folder(), shard, builder.nextStem(), names);
          builder.add(stamp(fs, file, shard, columns));
        }
        builder.add(found.result());
      }
      if (builder.isEmpty()) {
        builder.addEmptyShard(folder);
      }
      // Written under another name first: a manifest that is there is whole.
      builder.build(columns).write(fs, unfinished);
      Files.rename(fs, new Path(unfinished, CsrManifest.NAME), manifest);
    }
    fs.delete(unfinished, true);
    for (Path result : results) {
      fs.delete(result, false);
    }
  }

  private static void list(FileSystem fs, Path folder, List<Path> results, Set<Path> names)
      throws IOException {
    for (FileStatus file : fs.listStatus(folder)) {
      names.add(file.getPath());
      if (file.getPath().getName().endsWith(SegmentResult.SUFFIX)) {
        results.add(file.getPath());
      }
    }
  }

  /** Reads all results, in the order of segments. */
  private static List<Found> read(FileSystem fs, List<Path> files, int segments)
      throws IOException {
    var found = new Found[segments];
    for (Path file : files) {
      SegmentResult result = JsonFiles.read(fs, file, SegmentResult.class);
      found[result.segment()] = new Found(file.getParent(), result);
    }
    for (int i = 0; i < segments; i++) {
      if (found[i] == null) {
        throw new IOException("no task has committed segment " + i + " of " + segments);
      }
    }
    return List.of(found);
  }

  /** Renames a shard's files, and returns the main one. */
  private static Path rename(
      FileSystem fs, Path folder, ShardResult shard, String stem, Set<Path> names)
      throws IOException {
    for (String suffix : shard.vectors().keySet()) {
      rename(fs, folder, shard.stem(), stem, suffix, names);
    }
    return rename(fs, folder, shard.stem(), stem, shard.suffix(), names);
  }

  private static Path rename(
      FileSystem fs, Path folder, String oldStem, String stem, String suffix, Set<Path> names)
      throws IOException {
    Path from = new Path(folder, oldStem + suffix);
    Path to = new Path(folder, stem + suffix);
    if (names.contains(fs.makeQualified(from))) {
      Files.rename(fs, from, to);
    } else if (!names.contains(fs.makeQualified(to))) {
      throw new IOException("a shard that a task has committed is not there: " + from);
    }
    return to;
  }

  private static ShardResult stamp(FileSystem fs, Path file, ShardResult shard, long columns)
      throws IOException {
    return fs instanceof OwnLocalFileSystem local
        ? new ColumnsStamp(columns).put(local.pathToFile(file), shard)
        : shard;
  }
}
