// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.index;

import dev.recordio.fs.record.RecordOpener;
import dev.recordio.jobs.run.split.GroupReader;
import dev.recordio.jobs.run.split.SplitFile;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Splits of files of records, read as blocks of index entries. */
final class IndexInputFormat extends InputFormat<BlockKey, IndexBlock> {
  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    return SplitFile.read(context.getConfiguration());
  }

  @Override
  public RecordReader<BlockKey, IndexBlock> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    var block = new IndexBlock();
    var opener = new RecordOpener(context.getConfiguration());
    IndexSettings settings = IndexSettings.of(context.getConfiguration());
    return new GroupReader<>(() -> new IndexBlockReader(block, opener, settings));
  }
}
