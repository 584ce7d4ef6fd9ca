// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.testing.AbstractLocalEngineTest;
import dev.recordio.testing.EngineInput;
import dev.recordio.testing.Jobs;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Records;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;

@Supports(row = "read RecordIO, split anywhere", engine = "MapReduce")
@Supports(row = "compressed .rec.gz, .rec.bz2 and the like", engine = "MapReduce")
@Supports(row = "files whose payloads may contain magic words", engine = "MapReduce")
@Supports(
    row = "bzip2 text splits, gzip text whole; dmlc-core's parts and URI arguments",
    engine = "MapReduce")
class LocalEngineTest extends AbstractLocalEngineTest {
  private Job job(Path folder, EngineInput input) throws IOException {
    Configuration conf = conf();
    input.keys().forEach(conf::set);
    Job job = Jobs.of(conf);
    FileInputFormat.setInputPaths(job, folder);
    return job;
  }

  @Override
  protected List<ReadRecord> records(Path folder, EngineInput input) throws Exception {
    return Records.ofAll(new RecordIOInputFormat(), job(folder, input));
  }

  @Override
  protected List<String> rows(Path folder, EngineInput input) throws Exception {
    var format = new LibSVMInputFormat();
    Job job = job(folder, input);
    var context = new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID());
    var rows = new ArrayList<String>();
    for (InputSplit split : format.getSplits(job)) {
      String file = ((FileSplit) split).getPath().getName();
      try (var reader = format.createRecordReader(split, context)) {
        reader.initialize(split, context);
        while (reader.nextKeyValue()) {
          rows.add(file + "\t" + reader.getCurrentValue());
        }
      }
    }
    return rows;
  }
}
