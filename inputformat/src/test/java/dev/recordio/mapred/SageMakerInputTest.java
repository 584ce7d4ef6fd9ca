// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapred;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.LocalFilesUnderTest;
import dev.recordio.testing.SageMakerFiles;
import dev.recordio.testing.Supports;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.Test;

/** SageMaker's records as rows of both APIs, in splits of any size. */
@Supports(
    row = "rows of SageMaker's RecordIO-protobuf, read",
    engine = {"MapReduce", "old API, Streaming"})
class SageMakerInputTest implements LocalFilesUnderTest {
  private static final List<String> ROWS =
      List.of(
          "0 1.0 0:1.0 3:0.5 126:-2.25",
          "64 0.0",
          "112 1.0 5:-1.80469888E9",
          "168 -1.5 1:-1.80469888E9 2:-1.80469888E9 100:3.0E38",
          "232 0.0 2:1.4E-45 7:-0.0");

  @Override
  public Configuration conf() {
    Configuration conf = LocalFiles.raw();
    conf.set("libsvm.format", "sagemaker");
    return conf;
  }

  @Test
  void bothApisReadRowsInSplitsOfAnySize() throws Exception {
    Path file = write("s.pbr", SageMakerFiles.fixture("sparse.pbr"));
    JobConf job = OldApi.job(conf(), file);
    for (int maps : new int[] {1, 3, 40}) {
      assertEquals(ROWS, OldApi.lines(new SparseRowInputFormat(), job, maps), maps + " maps");
      job.setLong(FileInputFormat.SPLIT_MAXSIZE, 300 / maps);
      assertEquals(ROWS, byTheNewerApi(job), maps + " maps");
    }
    RangeInputFormat.setParts(job, 5);
    assertEquals(ROWS, byTheNewerApi(job));
  }

  private static List<String> byTheNewerApi(JobConf job) throws Exception {
    var format = new dev.recordio.mapreduce.SparseRowInputFormat();
    var context = new TaskAttemptContextImpl(job, new TaskAttemptID());
    var lines = new ArrayList<String>();
    for (InputSplit split : format.getSplits(Job.getInstance(job))) {
      try (var reader = format.createRecordReader(split, context)) {
        reader.initialize(split, context);
        while (reader.nextKeyValue()) {
          lines.add(reader.getCurrentKey() + " " + reader.getCurrentValue());
        }
      }
    }
    return lines;
  }
}
