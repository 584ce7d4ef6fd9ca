// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.task.LibraryKeys;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.CombineFileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/**
 * {@link RecordIOInputFormat} for many small files: several files, or pieces of files, make one
 * split, near each other where possible.
 *
 * <p>If no maximum split size is set, the maximum is {@code recordio.input.combine.max-size};
 * Hadoop's own combining would make one split a node. The order of records over splits is not the
 * order of the input.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class CombineRecordIOInputFormat
    extends CombineFileInputFormat<LongWritable, BytesWritable> {

  @Override
  protected List<FileStatus> listStatus(JobContext job) throws IOException {
    return new RecordIOInputFormat().listStatus(job);
  }

  @Override
  protected boolean isSplitable(JobContext context, Path file) {
    return SplitPlanner.uncompressed(context.getConfiguration()).test(file);
  }

  @Override
  public List<InputSplit> getSplits(JobContext job) throws IOException {
    LibraryKeys.checkAll(job.getConfiguration());
    if (job.getConfiguration().get(FileInputFormat.SPLIT_MAXSIZE) == null) {
      setMaxSplitSize(RecordIOConf.INPUT_COMBINE_MAX_SIZE.getBytes(job.getConfiguration()));
    }
    return super.getSplits(job);
  }

  @Override
  public RecordReader<LongWritable, BytesWritable> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new RecordIORecordReader(false);
  }
}
