// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.testing.AbstractEngineTest;
import dev.recordio.testing.Jobs;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Records;
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
import org.junit.jupiter.api.io.TempDir;

class LocalEngineTest extends AbstractEngineTest {
  @TempDir java.nio.file.Path folder;

  @Override
  public Configuration conf() {
    return Records.bufferSize(LocalFiles.checked(), "4k"); // small arrays: readers are many
  }

  @Override
  public Path testDir() {
    return LocalFiles.path(folder);
  }

  private Job job(Path input, long splitSize) throws IOException {
    Job job = Jobs.of(conf());
    FileInputFormat.setInputPaths(job, input);
    FileInputFormat.setMaxInputSplitSize(job, splitSize);
    return job;
  }

  @Override
  protected List<ReadRecord> records(Path input, long splitSize) throws Exception {
    return Records.ofAll(new RecordIOInputFormat(), job(input, splitSize));
  }

  @Override
  protected List<String> rows(Path input, long splitSize) throws Exception {
    var format = new LibSVMInputFormat();
    Job job = job(input, splitSize);
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
