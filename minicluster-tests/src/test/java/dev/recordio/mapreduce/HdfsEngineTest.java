// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.cluster.AgainOnHdfs;
import dev.recordio.cluster.HdfsUnderTest;
import dev.recordio.io.SparseRow;
import dev.recordio.testing.AbstractEngineTest;
import dev.recordio.testing.EngineInput;
import dev.recordio.testing.Jobs;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
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
import org.junit.jupiter.api.function.Executable;

/** Jobs over HDFS, each split a task. */
@AgainOnHdfs
@Supports(row = "read RecordIO, split anywhere", engine = "MapReduce")
@Supports(row = "compressed .rec.gz, .rec.bz2 and the like", engine = "MapReduce")
@Supports(row = "files whose payloads may contain magic words", engine = "MapReduce")
class HdfsEngineTest extends AbstractEngineTest implements HdfsUnderTest {
  /** Writes a line for each row: file and row. */
  public static final class RowMapper extends Mapper<LongWritable, SparseRow, NullWritable, Text> {
    @Override
    protected void map(LongWritable key, SparseRow row, Context context)
        throws IOException, InterruptedException {
      String file = ((FileSplit) context.getInputSplit()).getPath().getName();
      context.write(NullWritable.get(), new Text(file + "\t" + row));
    }
  }

  private Path run(
      Class<? extends Mapper<?, ?, ?, ?>> mapper,
      Class<? extends InputFormat<?, ?>> format,
      Path folder,
      EngineInput input)
      throws Exception {
    Configuration conf = conf();
    input.keys().forEach(conf::set);
    Path output = folder.suffix("-read");
    Job job = Jobs.describing(conf, output);
    job.setMapperClass(mapper);
    job.setInputFormatClass(format);
    FileInputFormat.setInputPaths(job, folder);
    Jobs.run(job);
    return output;
  }

  @Override
  protected List<ReadRecord> records(Path folder, EngineInput input) throws Exception {
    Path output = run(Jobs.DescribingMapper.class, RecordIOInputFormat.class, folder, input);
    var records = new ArrayList<ReadRecord>();
    Jobs.described(this, output).forEach(records::addAll);
    records.sort(Comparator.comparingLong(ReadRecord::offset));
    return records;
  }

  @Override
  protected String told(Executable read) throws Exception {
    return toldByJob(read);
  }

  @Override
  protected List<String> rows(Path folder, EngineInput input) throws Exception {
    var rows = new ArrayList<String>();
    Path output = run(RowMapper.class, LibSVMInputFormat.class, folder, input);
    for (FileStatus file : fs().globStatus(new Path(output, "part-*"))) {
      rows.addAll(readText(file.getPath()).lines().toList());
    }
    return rows;
  }
}
