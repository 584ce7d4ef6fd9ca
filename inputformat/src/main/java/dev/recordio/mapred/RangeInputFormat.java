// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapred;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.input.InputListing;
import dev.recordio.fs.input.InputRange;
import dev.recordio.task.SplitRanges;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.lib.CombineFileSplit;

/**
 * Input formats whose splits are ranges of files, cut without reading the files: by size, with the
 * number of maps that is requested as a hint, or into dmlc-core's parts. Hadoop's keys for the
 * least and the most bytes of a split apply.
 *
 * <p>Splits are plain {@link FileSplit}s (a part over several files is a {@link CombineFileSplit}).
 * Engines may cut ranges of their own: a record belongs to the range in which it begins, so
 * adjacent ranges give each record once.
 *
 * @param <K> the keys
 * @param <V> the values
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public abstract class RangeInputFormat<K, V> extends FileInputFormat<K, V> {
  private final dev.recordio.mapreduce.RangeInputFormat<K, V> files;

  /** Creates the format that finds and cuts its files as {@code files} does. */
  RangeInputFormat(dev.recordio.mapreduce.RangeInputFormat<K, V> files) {
    this.files = files;
  }

  /** Requests exactly {@code parts} splits, dmlc-core's parts; 0 for splits by size. */
  public static void setParts(JobConf job, int parts) {
    RecordIOConf.INPUT_PARTS.set(job, parts);
  }

  @Override
  protected FileStatus[] listStatus(JobConf job) throws IOException {
    return list(job).toArray(FileStatus[]::new);
  }

  private List<FileStatus> list(JobConf job) throws IOException {
    return files.listInput(job, job.getCredentials(), getInputPaths(job), getInputPathFilter(job));
  }

  @Override
  protected boolean isSplitable(FileSystem fs, Path file) {
    return files.splittable(fs.getConf()).test(file);
  }

  @Override
  public InputSplit[] getSplits(JobConf job, int numSplits) throws IOException {
    files.checkSettings(job);
    List<FileStatus> input = list(job);
    long total = InputListing.bytes(input);
    long minSize =
        job.getLong(org.apache.hadoop.mapreduce.lib.input.FileInputFormat.SPLIT_MINSIZE, 1);
    long maxSize =
        job.getLong(
            org.apache.hadoop.mapreduce.lib.input.FileInputFormat.SPLIT_MAXSIZE, Long.MAX_VALUE);
    long goal = Math.min(total / Math.max(1, numSplits), maxSize);
    return files.plan(job, input, minSize, goal, files.splittable(job)).stream()
        .map(ranges -> split(job, ranges))
        .toArray(InputSplit[]::new);
  }

  private static InputSplit split(JobConf job, List<InputRange> ranges) {
    if (ranges.size() == 1) {
      InputRange range = ranges.get(0);
      return new FileSplit(
          range.path(), range.start(), range.length(), range.hosts(), range.cachedHosts());
    }
    return new CombineFileSplit(
        job,
        ranges.stream().map(InputRange::path).toArray(Path[]::new),
        ranges.stream().mapToLong(InputRange::start).toArray(),
        ranges.stream().mapToLong(InputRange::length).toArray(),
        new String[0]);
  }

  /** Returns the ranges of files of a split of these formats, or of an engine. */
  public static List<InputRange> ranges(InputSplit split) {
    if (split instanceof FileSplit file) {
      return List.of(new InputRange(file.getPath(), file.getStart(), file.getLength()));
    }
    if (split instanceof CombineFileSplit combined) {
      return SplitRanges.of(combined);
    }
    throw new IllegalArgumentException(
        "a split is a FileSplit or a CombineFileSplit, not " + split.getClass().getName());
  }
}
