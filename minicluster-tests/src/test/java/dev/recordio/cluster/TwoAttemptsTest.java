// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.mapreduce.RecordIOOutputFormat;
import dev.recordio.testing.Damage;
import dev.recordio.testing.Jobs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two attempts of a task that write to HDFS at the same time, with both commit algorithms. */
@ExtendWith(ClusterExtension.class)
class TwoAttemptsTest implements HdfsUnderTest {
  private static final int RECORDS = 500;

  /** An attempt with its own committer and files. */
  private static final class Attempt {
    private final TaskAttemptContext context;
    private final OutputCommitter committer;
    private final RecordWriter<LongWritable, BytesWritable> writer;
    private int written;

    Attempt(Job job, int number) throws IOException, InterruptedException {
      var task = new TaskID("test", 1, TaskType.MAP, 0);
      context = new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID(task, number));
      var format = new RecordIOOutputFormat<LongWritable, BytesWritable>();
      committer = format.getOutputCommitter(context);
      committer.setupTask(context);
      writer = format.getRecordWriter(context);
    }

    void write(int records) throws IOException, InterruptedException {
      for (int end = written + records; written < end; written++) {
        writer.write(new LongWritable(written), new BytesWritable(new byte[written]));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "1, 1", "2, 0", "2, 1"})
  void oneIsCommittedAndNothingOfTheOtherStays(int algorithm, int winner) throws Exception {
    Job job = Jobs.of(conf());
    job.getConfiguration().setInt("mapreduce.fileoutputcommitter.algorithm.version", algorithm);
    // Flushed often, so that both have started files when one of them ends.
    job.getConfiguration().set("recordio.output.buffer-size", "1k");
    Path output = path("out-" + algorithm + "-" + winner);
    RecordIOOutputFormat.setOutputPath(job, output);
    Attempt[] attempts = {new Attempt(job, 0), new Attempt(job, 1)};
    attempts[0].committer.setupJob(attempts[0].context);
    for (Attempt attempt : attempts) {
      attempt.write(RECORDS / 2);
    }
    Attempt first = attempts[winner];
    Attempt other = attempts[1 - winner];
    first.write(RECORDS / 2);
    first.writer.close(first.context);
    first.committer.commitTask(first.context);
    other.write(RECORDS / 4);
    other.writer.close(other.context);
    other.committer.abortTask(other.context);
    first.committer.commitJob(first.context);

    assertEquals(
        List.of("_SUCCESS", "part-m-00000.idx", "part-m-00000.rec", "part-m-00000.ridx"),
        Jobs.names(fs(), output));
    byte[] expected = expected();
    assertArrayEquals(expected, read(new Path(output, "part-m-00000.rec")));
    String[] lines = readText(new Path(output, "part-m-00000.idx")).split("\n");
    assertEquals(RECORDS, lines.length);
    assertEquals("0\t0", lines[0]);
    assertEquals(
        RECORDS - 1 + "\t" + (expected.length - 8 - (RECORDS - 1 + 3 & ~3)), lines[RECORDS - 1]);
  }

  private static byte[] expected() {
    var payloads = new ArrayList<byte[]>();
    for (int i = 0; i < RECORDS; i++) {
      payloads.add(new byte[i]);
    }
    return Damage.file(payloads);
  }
}
