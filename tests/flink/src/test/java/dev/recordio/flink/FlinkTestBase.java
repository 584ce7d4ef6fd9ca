// SPDX-License-Identifier: Apache-2.0
package dev.recordio.flink;

import dev.recordio.testing.LocalFilesUnderTest;
import java.io.IOException;
import org.apache.flink.api.java.hadoop.mapreduce.HadoopInputFormat;
import org.apache.flink.hadoopcompatibility.HadoopInputs;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/** Local files, and jobs over them. */
abstract class FlinkTestBase implements LocalFilesUnderTest {
  /** Returns a job over an input. */
  final Job job(Path input) throws IOException {
    Job job = Job.getInstance(conf());
    FileInputFormat.setInputPaths(job, input);
    return job;
  }

  /** Returns what Flink reads records with. */
  static HadoopInputFormat<LongWritable, BytesWritable> input(
      InputFormat<LongWritable, BytesWritable> format, Job job) {
    return HadoopInputs.createHadoopInput(format, LongWritable.class, BytesWritable.class, job);
  }
}
