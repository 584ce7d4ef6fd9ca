// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapred;

import dev.recordio.mapreduce.SparseRow;
import dev.recordio.testing.AbstractEngineTest;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Records;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;
import org.junit.jupiter.api.io.TempDir;

class LocalMapredEngineTest extends AbstractEngineTest {
  @TempDir java.nio.file.Path folder;

  @Override
  public Configuration conf() {
    return Records.bufferSize(LocalFiles.checked(), "4k"); // small arrays: readers are many
  }

  @Override
  public Path testDir() {
    return LocalFiles.path(folder);
  }

  private JobConf job(Path input, long splitSize) {
    JobConf job = OldApi.job(conf(), input);
    job.setLong("mapreduce.input.fileinputformat.split.maxsize", splitSize);
    return job;
  }

  @Override
  protected List<ReadRecord> records(Path input, long splitSize) throws IOException {
    return OldApi.records(job(input, splitSize), 1);
  }

  @Override
  protected List<String> rows(Path input, long splitSize) throws IOException {
    var format = new LibSVMInputFormat();
    JobConf job = job(input, splitSize);
    var rows = new ArrayList<String>();
    for (InputSplit split : format.getSplits(job, 1)) {
      String file = ((FileSplit) split).getPath().getName();
      RecordReader<LongWritable, SparseRow> reader =
          format.getRecordReader(split, job, Reporter.NULL);
      LongWritable key = reader.createKey();
      SparseRow row = reader.createValue();
      while (reader.next(key, row)) {
        rows.add(file + "\t" + row);
      }
      reader.close();
    }
    return rows;
  }
}
