// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.fs.InputRange;
import dev.recordio.fs.RecordIOConf;
import dev.recordio.fs.SplitPlanner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
import org.apache.hadoop.mapreduce.security.TokenCache;

/**
 * Input formats whose splits are ranges of files, cut without a look into the files: by size, or
 * into dmlc-core's parts.
 *
 * @param <K> the keys
 * @param <V> the values
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public abstract class RangeInputFormat<K, V> extends FileInputFormat<K, V> {
  /** Lists the files of a list of inputs. */
  @FunctionalInterface
  interface Listing {
    /** Lists them; a null filter takes all. */
    List<FileStatus> list(Configuration conf, List<Path> inputs, PathFilter filter)
        throws IOException;
  }

  /** Asks for exactly {@code parts} splits, dmlc-core's parts; 0 for splits by size. */
  public static void setParts(Job job, int parts) {
    RecordIOConf.INPUT_PARTS.set(job.getConfiguration(), parts);
  }

  /** Returns the number of parts asked for; 0 for splits by size. */
  public static int getParts(JobContext job) {
    return RecordIOConf.INPUT_PARTS.getInt(job.getConfiguration());
  }

  /** Sets the bytes that one read asks for. */
  public static void setBufferSize(Job job, int bytes) {
    RecordIOConf.INPUT_BUFFER_SIZE.set(job.getConfiguration(), bytes);
  }

  /** Returns the bytes that one read asks for. */
  public static int getBufferSize(JobContext job) {
    return Math.toIntExact(RecordIOConf.INPUT_BUFFER_SIZE.getBytes(job.getConfiguration()));
  }

  /** Lists the files of {@code inputs}, and sees that they can be read as far as names tell. */
  protected abstract List<FileStatus> list(Configuration conf, List<Path> inputs, PathFilter filter)
      throws IOException;

  /** Cuts files into dmlc-core's parts: for each part its ranges, one a file. */
  protected abstract List<List<InputRange>> parts(
      Configuration conf, List<FileStatus> files, int parts) throws IOException;

  @Override
  protected List<FileStatus> listStatus(JobContext job) throws IOException {
    return listInput(job, this::list);
  }

  /** Lists the job's input files. */
  static List<FileStatus> listInput(JobContext job, Listing listing) throws IOException {
    Path[] inputs = getInputPaths(job);
    if (inputs.length == 0) {
      throw new IOException("no input paths are set for the job");
    }
    Configuration conf = job.getConfiguration();
    TokenCache.obtainTokensForNamenodes(job.getCredentials(), inputs, conf);
    List<FileStatus> files = listing.list(conf, Arrays.asList(inputs), getInputPathFilter(job));
    conf.setLong(NUM_INPUT_FILES, files.size());
    return files;
  }

  @Override
  public List<InputSplit> getSplits(JobContext job) throws IOException {
    List<FileStatus> files = listStatus(job);
    int parts = getParts(job);
    var splits = new ArrayList<InputSplit>();
    if (parts > 0) {
      for (List<InputRange> part : parts(job.getConfiguration(), files, parts)) {
        splits.add(split(part));
      }
    } else {
      for (InputRange range : bySize(job).plan(files)) {
        splits.add(split(range));
      }
    }
    return splits;
  }

  private SplitPlanner bySize(JobContext job) {
    long minSize = Math.max(getFormatMinSplitSize(), getMinSplitSize(job));
    return new SplitPlanner(
        job.getConfiguration(), minSize, getMaxSplitSize(job), path -> isSplitable(job, path));
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

  /** Returns the ranges of files that a split of these formats, or a combined one, stands for. */
  public static List<InputRange> ranges(InputSplit split) {
    var ranges = new ArrayList<InputRange>();
    if (split instanceof CombineFileSplit combined) {
      for (int i = 0; i < combined.getNumPaths(); i++) {
        ranges.add(
            new InputRange(combined.getPath(i), combined.getOffset(i), combined.getLength(i)));
      }
    } else {
      var file = (FileSplit) split;
      ranges.add(new InputRange(file.getPath(), file.getStart(), file.getLength()));
    }
    return ranges;
  }
}
