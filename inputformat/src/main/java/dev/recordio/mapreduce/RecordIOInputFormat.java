// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.input.DmlcPartition;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.input.InputSpec;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.fs.record.DamagePolicy;
import dev.recordio.fs.record.DamageSettings;
import dev.recordio.fs.record.RecordInputs;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Reads RecordIO files, as dmlc-core and MXNet write them: the key is the offset in its file of a
 * record's first header, the value its payload. Key and value objects are used again for the next
 * record: copy what you keep, with {@code value.copyBytes()} ({@code getBytes()} is longer than the
 * record).
 *
 * <p>Files are split block by block into plain {@code FileSplit}s, without being opened; the reader
 * finds the first record of its split by seeking the magic word. A record belongs to the split that
 * holds the first byte of its first header. Compressed files are read as one split.
 *
 * <p>With {@link RangeInputFormat#setParts}, the splits are the parts that dmlc-core's InputSplit
 * gives over the same list of files. A part over several files is a {@link
 * org.apache.hadoop.mapreduce.lib.input.CombineFileSplit}.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class RecordIOInputFormat extends RangeInputFormat<LongWritable, BytesWritable> {

  /**
   * Sets the input to a list of files, folders and globs with {@code ;} or {@code ,} between them;
   * its order is kept.
   */
  public static void setInput(Job job, String list) throws IOException {
    setInputPaths(job, InputSpec.parse(list).toArray(new Path[0]));
  }

  /** Sets what readers do with damaged records. */
  public static void setCorruptRecordPolicy(Job job, DamagePolicy policy) {
    DamageSettings.setPolicy(job.getConfiguration(), policy);
  }

  /** Returns what readers do with damaged records. */
  public static DamagePolicy getCorruptRecordPolicy(JobContext job) {
    return DamageSettings.of(job.getConfiguration()).policy();
  }

  /** Sets how many records a reader walks ahead before it trusts a start found by searching. */
  public static void setVerifyRecords(Job job, int records) {
    RecordIOConf.SPLIT_VERIFY_RECORDS.set(job.getConfiguration(), records);
  }

  /** Returns how many records a reader walks ahead before it trusts a start found by searching. */
  public static int getVerifyRecords(JobContext job) {
    return RecordIOConf.SPLIT_VERIFY_RECORDS.getInt(job.getConfiguration());
  }

  @Override
  public List<FileStatus> list(Configuration conf, List<Path> inputs, PathFilter filter)
      throws IOException {
    return RecordInputs.list(conf, inputs, filter);
  }

  @Override
  public Predicate<Path> splittable(Configuration conf) {
    return SplitPlanner.uncompressed(conf);
  }

  @Override
  protected List<List<InputRange>> parts(Configuration conf, List<FileStatus> files, int parts)
      throws IOException {
    DmlcPartition partition = RecordInputs.partition(conf, files, parts);
    return IntStream.range(0, parts).mapToObj(partition::part).toList();
  }

  @Override
  public RecordReader<LongWritable, BytesWritable> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new RecordIORecordReader(false);
  }
}
