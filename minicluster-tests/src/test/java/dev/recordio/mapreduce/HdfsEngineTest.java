// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.cluster.ClusterExtension;
import dev.recordio.cluster.HdfsFolder;
import dev.recordio.cluster.HdfsUnderTest;
import dev.recordio.cluster.MiniDfs;
import dev.recordio.testing.AbstractEngineTest;
import dev.recordio.testing.EngineInput;
import dev.recordio.testing.Jobs;
import dev.recordio.testing.ReadRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;

/** Jobs over HDFS, each split a task. */
@ExtendWith(ClusterExtension.class)
class HdfsEngineTest extends AbstractEngineTest implements HdfsUnderTest {
  private final HdfsFolder folder;

  HdfsEngineTest(MiniDfs dfs, TestInfo test) throws IOException {
    folder = HdfsFolder.of(dfs, test);
  }

  @Override
  public HdfsFolder folder() {
    return folder;
  }

  /** Writes a line for each row: file and row. */
  public static final class RowMapper extends Mapper<LongWritable, SparseRow, NullWritable, Text> {
    @Override
    protected void map(LongWritable key, SparseRow row, Context context)
        throws IOException, InterruptedException {
      String file = ((FileSplit) context.getInputSplit()).getPath().getName();
      context.write(NullWritable.get(), new Text(file + "\t" + row));
    }
  }

  private Path run(Job job, Class<? extends InputFormat<?, ?>> format, Path input, long splitSize)
      throws Exception {
    job.setInputFormatClass(format);
    FileInputFormat.setInputPaths(job, input);
    FileInputFormat.setMaxInputSplitSize(job, splitSize);
    Jobs.run(job);
    return input.suffix("-read");
  }

  @Override
  protected List<ReadRecord> records(Path input, long splitSize) throws Exception {
    Job job = Jobs.describing(conf(), input.suffix("-read"));
    Path output = run(job, RecordIOInputFormat.class, input, splitSize);
    var records = new ArrayList<ReadRecord>();
    Jobs.described(this, output).forEach(records::addAll);
    records.sort(Comparator.comparingLong(ReadRecord::offset));
    return records;
  }

  @Override
  protected List<String> rows(Path input, long splitSize) throws Exception {
    Job job = Jobs.describing(conf(), input.suffix("-read"));
    job.setMapperClass(RowMapper.class);
    var rows = new ArrayList<String>();
    Path output = run(job, LibSVMInputFormat.class, input, splitSize);
    for (FileStatus file : fs().globStatus(new Path(output, "part-*"))) {
      rows.addAll(readText(file.getPath()).lines().toList());
    }
    return rows;
  }

  @Override
  protected Stream<EngineInput> recordInputs() {
    return EngineInput.RECORDS.stream();
  }

  @Override
  protected Stream<EngineInput> rowInputs() {
    return EngineInput.ROWS.stream();
  }
}
