// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.task.JobTokens;
import dev.recordio.task.LibraryKeys;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.lib.input.CombineFileSplit;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.security.Credentials;

/**
 * Input formats whose splits are ranges of files, cut without reading the files: by size, or into
 * dmlc-core's parts.
 *
 * @param <K> the keys
 * @param <V> the values
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public abstract class RangeInputFormat<K, V> extends FileInputFormat<K, V> {
  /** Requests exactly {@code parts} splits, dmlc-core's parts; 0 for splits by size. */
  public static void setParts(Job job, int parts) {
    RecordIOConf.INPUT_PARTS.set(job.getConfiguration(), parts);
  }

  /** Returns the number of parts requested; 0 for splits by size. */
  public static int getParts(JobContext job) {
    return RecordIOConf.INPUT_PARTS.getInt(job.getConfiguration());
  }

  /** Sets the bytes of one read. */
  public static void setBufferSize(Job job, int bytes) {
    RecordIOConf.INPUT_BUFFER_SIZE.set(job.getConfiguration(), bytes);
  }

  /** Returns the bytes of one read. */
  public static int getBufferSize(JobContext job) {
    return RecordIOConf.INPUT_BUFFER_SIZE.getInt(job.getConfiguration());
  }

  /** Lists the files of {@code inputs}, and checks by their names whether they can be read. */
  public abstract List<FileStatus> list(Configuration conf, List<Path> inputs, PathFilter filter)
      throws IOException;

  /** Returns which files can be split, by their names. */
  public abstract Predicate<Path> splittable(Configuration conf);

  /** Cuts files into dmlc-core's parts: for each part its ranges, one per file. */
  protected abstract List<List<InputRange>> parts(
      Configuration conf, List<FileStatus> files, int parts) throws IOException;

  /**
   * Checks all settings, before a job begins.
   *
   * @throws dev.recordio.conf.InvalidSettingException when one of them is invalid
   */
  public void checkSettings(Configuration conf) {
    LibraryKeys.checkAll(conf);
  }

  /**
   * Cuts files into splits: dmlc-core's parts if the job requests them, else by size.
   *
   * @param splittable which files may be cut by size
   * @return the ranges of each split: one; for parts, one per file, or none
   */
  public final List<List<InputRange>> plan(
      Configuration conf,
      List<FileStatus> files,
      long minSize,
      long maxSize,
      Predicate<Path> splittable)
      throws IOException {
    int parts = RecordIOConf.INPUT_PARTS.getInt(conf);
    if (parts > 0) {
      return parts(conf, files, parts);
    }
    List<InputRange> ranges = new SplitPlanner(conf, minSize, maxSize, splittable).plan(files);
    return ranges.stream().map(List::of).toList();
  }

  @Override
  protected boolean isSplitable(JobContext context, Path file) {
    return splittable(context.getConfiguration()).test(file);
  }

  @Override
  protected List<FileStatus> listStatus(JobContext job) throws IOException {
    return listInput(
        job.getConfiguration(), job.getCredentials(), getInputPaths(job), getInputPathFilter(job));
  }

  /**
   * Lists the files of {@code inputs} for a job. {@code credentials} gets the tokens of their file
   * systems.
   */
  public final List<FileStatus> listInput(
      Configuration conf, Credentials credentials, Path[] inputs, PathFilter filter)
      throws IOException {
    if (inputs.length == 0) {
      throw new IOException("no input paths are set for the job");
    }
    List<Path> paths = Arrays.asList(inputs);
    JobTokens.obtain(conf, credentials, paths);
    List<FileStatus> files = list(conf, paths, filter);
    conf.setLong(NUM_INPUT_FILES, files.size());
    return files;
  }

  @Override
  public List<InputSplit> getSplits(JobContext job) throws IOException {
    Configuration conf = job.getConfiguration();
    checkSettings(conf);
    List<FileStatus> files = listStatus(job);
    long minSize = Math.max(getFormatMinSplitSize(), getMinSplitSize(job));
    var splits = new ArrayList<InputSplit>();
    for (List<InputRange> ranges :
        plan(conf, files, minSize, getMaxSplitSize(job), path -> isSplitable(job, path))) {
      splits.add(split(ranges));
    }
    return splits;
  }

  private static InputSplit split(List<InputRange> ranges) {
    if (ranges.size() == 1) {
      return split(ranges.get(0));
    }
    return new CombineFileSplit(
        ranges.stream().map(InputRange::path).toArray(Path[]::new),
        ranges.stream().mapToLong(InputRange::start).toArray(),
        ranges.stream().mapToLong(InputRange::length).toArray(),
        new String[0]);
  }

  private static FileSplit split(InputRange range) {
    return new FileSplit(
        range.path(), range.start(), range.length(), range.hosts(), range.cachedHosts());
  }
}
