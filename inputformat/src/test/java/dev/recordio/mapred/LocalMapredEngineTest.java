// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapred;

import dev.recordio.io.SparseRow;
import dev.recordio.testing.AbstractLocalEngineTest;
import dev.recordio.testing.EngineInput;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Supports;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;

@Supports(row = "read RecordIO, split anywhere", engine = "old API, Streaming")
@Supports(row = "compressed .rec.gz, .rec.bz2 and the like", engine = "old API, Streaming")
@Supports(row = "files whose payloads may contain magic words", engine = "old API, Streaming")
@Supports(
    row = "bzip2 text splits, gzip text whole; dmlc-core's parts and URI arguments",
    engine = "old API, Streaming")
class LocalMapredEngineTest extends AbstractLocalEngineTest {
  private JobConf job(Path folder, EngineInput input) {
    JobConf job = OldApi.job(conf(), folder);
    input.keys().forEach(job::set);
    return job;
  }

  @Override
  protected List<ReadRecord> records(Path folder, EngineInput input) throws IOException {
    return OldApi.records(job(folder, input), 1);
  }

  @Override
  protected List<String> rows(Path folder, EngineInput input) throws IOException {
    var format = new LibSVMInputFormat();
    JobConf job = job(folder, input);
    var rows = new ArrayList<String>();
    for (InputSplit split : format.getSplits(job, 1)) {
      String file = ((FileSplit) split).getPath().getName();
      RecordReader<LongWritable, SparseRow> reader =
          format.getRecordReader(split, job, Reporter.NULL);
      try (Closeable closing = reader::close) {
        LongWritable key = reader.createKey();
        SparseRow row = reader.createValue();
        while (reader.next(key, row)) {
          rows.add(file + "\t" + row);
        }
      }
    }
    return rows;
  }
}
