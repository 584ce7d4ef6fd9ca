// SPDX-License-Identifier: Apache-2.0
package dev.recordio.flink;

import dev.recordio.io.SparseRow;
import dev.recordio.mapreduce.LibSVMInputFormat;
import dev.recordio.mapreduce.RecordIOInputFormat;
import dev.recordio.testing.Supports;
import java.io.IOException;
import org.apache.flink.api.common.io.InputFormat;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.hadoopcompatibility.HadoopInputs;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/** The input formats of the newer API. */
@Supports(row = "read RecordIO, split anywhere", engine = "Flink")
@Supports(row = "compressed .rec.gz, .rec.bz2 and the like", engine = "Flink")
@Supports(row = "damaged records: fail, skip, quarantine", engine = "Flink")
@Supports(row = "files whose payloads may contain magic words", engine = "Flink")
class FlinkEngineTest extends AbstractFlinkEngineTest {
  @Override
  InputFormat<Tuple2<LongWritable, BytesWritable>, ?> recordFormat(Path input, Configuration conf)
      throws IOException {
    return HadoopInputs.createHadoopInput(
        new RecordIOInputFormat(), LongWritable.class, BytesWritable.class, job(input, conf));
  }

  @Override
  InputFormat<Tuple2<LongWritable, SparseRow>, ?> rowFormat(Path input, Configuration conf)
      throws IOException {
    return HadoopInputs.createHadoopInput(
        new LibSVMInputFormat(), LongWritable.class, SparseRow.class, job(input, conf));
  }

  private static Job job(Path input, Configuration conf) throws IOException {
    Job job = Job.getInstance(conf);
    FileInputFormat.setInputPaths(job, input);
    return job;
  }
}
