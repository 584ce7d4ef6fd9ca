// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.fs.record.RecordOpener;
import dev.recordio.jobs.run.split.GroupReader;
import dev.recordio.jobs.run.split.SplitFile;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Ranges of files of records, each read as what is wrong with it. */
final class VerifyInputFormat extends InputFormat<NullWritable, RangeReport> {
  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    return SplitFile.read(context.getConfiguration());
  }

  @Override
  public RecordReader<NullWritable, RangeReport> createRecordReader(
      InputSplit split, TaskAttemptContext context) throws IOException {
    VerifySettings settings = VerifySettings.of(context.getConfiguration());
    Configuration conf = settings.readers(context.getConfiguration());
    var opener = new RecordOpener(conf);
    LeftOut leftOut = LeftOut.of(conf);
    Predicate<Path> seekable = SplitPlanner.uncompressed(conf);
    return new GroupReader<>(
        () -> new RangeReportReader(conf, settings, opener, seekable, leftOut));
  }
}
