// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.map.TokenCounterMapper;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;

/** The shared YARN runs jobs in containers of their own. */
@ExtendWith(ClusterExtension.class)
class ContainerSelfTest {
  private static final int LINES = 1_000;

  private final MiniYarn yarn;
  private final Path dir;
  private final Path input;

  ContainerSelfTest(MiniYarn yarn, TestInfo test) throws IOException {
    this.yarn = yarn;
    this.dir = yarn.dfs().freshDir(test.getTestMethod().orElseThrow().getName());
    byte[] lines = "one two\n".repeat(LINES).getBytes(StandardCharsets.UTF_8);
    this.input = yarn.dfs().write(new Path(dir, "in.txt"), lines, 3072, 2); // three blocks
  }

  @Test
  void wordsOfThreeBlocksAreCounted() throws Exception {
    Job job = job(yarn.conf());
    job.setMapperClass(TokenCounterMapper.class);
    job.setCombinerClass(IntSumReducer.class);
    job.setReducerClass(IntSumReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);

    assertTrue(job.waitForCompletion(false), () -> job.toString());
    assertEquals(3, job.getCounters().findCounter(JobCounter.TOTAL_LAUNCHED_MAPS).getValue());
    assertEquals("one\t1000\ntwo\t1000\n", output("part-r-00000"));
  }

  @Test
  void aMapThatHaltsItsJvmIsRetriedAndLeavesOneCopy() throws Exception {
    Job job = job(yarn.conf());
    job.setMapperClass(HaltingMapper.class);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(NullWritable.class);

    assertTrue(job.waitForCompletion(false), () -> job.toString());
    assertEquals(1, job.getCounters().findCounter(JobCounter.NUM_FAILED_MAPS).getValue());
    assertEquals(
        "one two\n".repeat(LINES),
        output("part-m-00000") + output("part-m-00001") + output("part-m-00002"));
  }

  private Job job(Configuration conf) throws IOException {
    Job job = Job.getInstance(conf);
    FileInputFormat.addInputPath(job, input);
    FileOutputFormat.setOutputPath(job, new Path(dir, "out"));
    return job;
  }

  private String output(String part) throws IOException {
    return new String(yarn.dfs().read(new Path(dir, "out/" + part)), StandardCharsets.UTF_8);
  }

  /** Copies lines; the first attempt of the second task dies with its JVM after some of them. */
  static final class HaltingMapper extends Mapper<LongWritable, Text, Text, NullWritable> {
    private int lines;

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      context.write(line, NullWritable.get());
      var attempt = context.getTaskAttemptID();
      if (attempt.getTaskID().getId() == 1 && attempt.getId() == 0 && ++lines == 50) {
        Runtime.getRuntime().halt(137);
      }
    }
  }
}
