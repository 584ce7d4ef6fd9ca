// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapred;

import dev.recordio.mapreduce.SparseRow;
import dev.recordio.testing.AbstractEngineTest;
import dev.recordio.testing.EngineInput;
import dev.recordio.testing.EngineInputs;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Records;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;
import org.junit.jupiter.api.io.TempDir;

@Supports(row = "read RecordIO, split anywhere", engine = "old API, Streaming")
@Supports(row = "compressed .rec.gz, .rec.bz2 and the like", engine = "old API, Streaming")
@Supports(row = "records of writers that do not escape the magic", engine = "old API, Streaming")
@Supports(
    row = "bzip2 text splits, gzip text whole; dmlc-core's parts and URI arguments",
    engine = "old API, Streaming")
class LocalMapredEngineTest extends AbstractEngineTest {
  @TempDir java.nio.file.Path temp;

  @Override
  public Configuration conf() {
    return Records.bufferSize(LocalFiles.checked(), "4k"); // small arrays: readers are many
  }

  @Override
  public Path testDir() {
    return LocalFiles.path(temp);
  }

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
      LongWritable key = reader.createKey();
      SparseRow row = reader.createValue();
      while (reader.next(key, row)) {
        rows.add(file + "\t" + row);
      }
      reader.close();
    }
    return rows;
  }

  @Override
  protected Stream<EngineInput> recordInputs() {
    return Stream.concat(EngineInputs.records(), EngineInputs.recordsInManySplits());
  }

  @Override
  protected Stream<EngineInput> rowInputs() {
    return Stream.concat(EngineInputs.rows(), EngineInputs.rowsInManySplits());
  }
}
