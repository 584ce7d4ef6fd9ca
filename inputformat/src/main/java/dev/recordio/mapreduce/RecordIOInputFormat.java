// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.fs.DamagePolicy;
import dev.recordio.fs.DmlcPartition;
import dev.recordio.fs.InputRange;
import dev.recordio.fs.InputSpec;
import dev.recordio.fs.RecordIOConf;
import dev.recordio.fs.RecordInputs;
import dev.recordio.fs.SplitPlanner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.CombineFileSplit;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.security.TokenCache;

/**
 * Reads RecordIO files, as dmlc-core and MXNet write them: the key is the offset in its file of a
 * record's first header, the value its payload. Key and value objects are used again for the next
 * record: copy what you keep, with {@code value.copyBytes()} ({@code getBytes()} is longer than the
 * record).
 *
 * <p>Files are split block by block into plain {@link FileSplit}s, without being opened; the reader
 * finds the first record of its split by seeking the magic word. A record belongs to the split that
 * holds the first byte of its first header. Compressed files are read as one split.
 *
 * <p>With {@link #setParts}, the splits are the parts that dmlc-core's InputSplit gives over the
 * same list of files. A part over several files is a {@link CombineFileSplit}.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class RecordIOInputFormat extends FileInputFormat<LongWritable, BytesWritable> {

  /**
   * Sets the input to a list of files, folders and globs with {@code ;} or {@code ,} between them;
   * its order is kept.
   */
  public static void setInput(Job job, String list) throws IOException {
    setInputPaths(job, InputSpec.parse(list).toArray(new Path[0]));
  }

  /** Asks for exactly {@code parts} splits, dmlc-core's parts; 0 for splits by size. */
  public static void setParts(Job job, int parts) {
    RecordIOConf.INPUT_PARTS.set(job.getConfiguration(), parts);
  }

  /** Returns the number of parts asked for; 0 for splits by size. */
  public static int getParts(JobContext job) {
    return RecordIOConf.INPUT_PARTS.getInt(job.getConfiguration());
  }

  /** Sets what readers do with damaged records. */
  public static void setCorruptRecordPolicy(Job job, DamagePolicy policy) {
    RecordIOConf.CORRUPT_POLICY.set(job.getConfiguration(), policy.name().toLowerCase(Locale.ROOT));
  }

  /** Returns what readers do with damaged records. */
  public static DamagePolicy getCorruptRecordPolicy(JobContext job) {
    return RecordIOConf.CORRUPT_POLICY.getEnum(job.getConfiguration(), DamagePolicy.class);
  }

  /** Sets how many records a reader walks ahead before it trusts a start it searched for. */
  public static void setVerifyRecords(Job job, int records) {
    RecordIOConf.SPLIT_VERIFY_RECORDS.set(job.getConfiguration(), records);
  }

  /** Returns how many records a reader walks ahead before it trusts a start it searched for. */
  public static int getVerifyRecords(JobContext job) {
    return RecordIOConf.SPLIT_VERIFY_RECORDS.getInt(job.getConfiguration());
  }

  /** Sets the bytes that one read asks for. */
  public static void setBufferSize(Job job, int bytes) {
    RecordIOConf.INPUT_BUFFER_SIZE.set(job.getConfiguration(), bytes);
  }

  /** Returns the bytes that one read asks for. */
  public static int getBufferSize(JobContext job) {
    return Math.toIntExact(RecordIOConf.INPUT_BUFFER_SIZE.getBytes(job.getConfiguration()));
  }

  @Override
  protected List<FileStatus> listStatus(JobContext job) throws IOException {
    return listInput(job);
  }

  /** Lists the job's input files, and sees that they can be RecordIO as far as names tell. */
  static List<FileStatus> listInput(JobContext job) throws IOException {
    Path[] inputs = getInputPaths(job);
    if (inputs.length == 0) {
      throw new IOException("no input paths are set for the job");
    }
    Configuration conf = job.getConfiguration();
    TokenCache.obtainTokensForNamenodes(job.getCredentials(), inputs, conf);
    List<FileStatus> files =
        RecordInputs.list(conf, Arrays.asList(inputs), getInputPathFilter(job));
    conf.setLong(NUM_INPUT_FILES, files.size());
    return files;
  }

  @Override
  protected boolean isSplitable(JobContext context, Path file) {
    return SplitPlanner.uncompressed(context.getConfiguration()).test(file);
  }

  @Override
  public List<InputSplit> getSplits(JobContext job) throws IOException {
    List<FileStatus> files = listStatus(job);
    int parts = getParts(job);
    return parts > 0 ? dmlcParts(job, files, parts) : bySize(job, files);
  }

  private List<InputSplit> bySize(JobContext job, List<FileStatus> files) throws IOException {
    long minSize = Math.max(getFormatMinSplitSize(), getMinSplitSize(job));
    var planner =
        new SplitPlanner(
            job.getConfiguration(), minSize, getMaxSplitSize(job), path -> isSplitable(job, path));
    var splits = new ArrayList<InputSplit>();
    for (InputRange range : planner.plan(files)) {
      splits.add(split(range));
    }
    return splits;
  }

  private List<InputSplit> dmlcParts(JobContext job, List<FileStatus> files, int parts)
      throws IOException {
    DmlcPartition partition = RecordInputs.partition(job.getConfiguration(), files, parts);
    var splits = new ArrayList<InputSplit>(parts);
    for (int part = 0; part < parts; part++) {
      splits.add(split(partition.part(part)));
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

  /**
   * Returns the ranges of files that a split of this format, or of the combining one, stands for.
   */
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

  @Override
  public RecordReader<LongWritable, BytesWritable> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new RecordIORecordReader(false);
  }
}
