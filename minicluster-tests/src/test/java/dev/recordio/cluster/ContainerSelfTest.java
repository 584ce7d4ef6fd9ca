// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.RecordIO;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The shared YARN runs jobs in separate containers. */
@ExtendWith(ClusterExtension.class)
class ContainerSelfTest {
  private static final int LINES = 1_000;

  private final MiniYarn yarn;
  private final Path dir;

  ContainerSelfTest(MiniYarn yarn, TestInfo test) throws IOException {
    this.yarn = yarn;
    this.dir = yarn.dfs().freshDir(test.getTestMethod().orElseThrow().getName());
  }

  /** The tests of attempts, of each job, rely on it and show it too. */
  @Tag("fuzz")
  @Test
  void aMapThatHaltsItsJvmIsRetriedAndLeavesOneCopy() throws Exception {
    String jarOfProject = RecordIO.class.getName();
    String thisModule = ContainerSelfTest.class.getName();
    Job job = job(yarn.conf(), jarOfProject + " " + thisModule + "\n");
    job.setMapperClass(HaltingMapper.class);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);

    assertTrue(job.waitForCompletion(false), job::toString);
    assertEquals(1, job.getCounters().findCounter(JobCounter.NUM_FAILED_MAPS).getValue());
    assertEquals(
        String.format("present %s\t1\npresent %s\t1\n", jarOfProject, thisModule).repeat(LINES),
        output("part-m-00000") + output("part-m-00001") + output("part-m-00002"));
  }

  @Test
  void containersOfAJarOnlyJobSeeItsJarAndHadoopAlone(@TempDir File temp) throws Exception {
    String inJar = SeenClassMapper.class.getName();
    String hadoops = Job.class.getName();
    String projects = RecordIO.class.getName();
    Job job = job(yarn.jarOnlyConf(), String.join(" ", inJar, hadoops, projects) + "\n");
    job.setJar(JobJar.write(new File(temp, "job.jar"), SeenClassMapper.class).getPath());
    job.setMapperClass(SeenClassMapper.class);
    job.setCombinerClass(IntSumReducer.class);
    job.setReducerClass(IntSumReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);

    assertTrue(job.waitForCompletion(false), job::toString);
    assertEquals(3, job.getCounters().findCounter(JobCounter.TOTAL_LAUNCHED_MAPS).getValue());
    assertEquals(
        String.format(
            "absent %s\t1000\npresent %s\t1000\npresent %s\t1000\n", projects, inJar, hadoops),
        output("part-r-00000"));
  }

  /** A job over {@link #LINES} lines in three blocks. */
  private Job job(Configuration conf, String line) throws IOException {
    byte[] lines = line.repeat(LINES).getBytes(StandardCharsets.UTF_8);
    Job job = Job.getInstance(conf);
    FileInputFormat.addInputPath(
        job, yarn.dfs().write(new Path(dir, "in.txt"), lines, thirdOf(lines.length), 2));
    FileOutputFormat.setOutputPath(job, new Path(dir, "out"));
    return job;
  }

  /** The block size that cuts this many bytes into three blocks. */
  private static int thirdOf(int bytes) {
    int chunks = bytes / (3 * MiniDfs.BYTES_PER_CHECKSUM) + 1;
    return chunks * MiniDfs.BYTES_PER_CHECKSUM;
  }

  private String output(String part) throws IOException {
    return new String(yarn.dfs().read(new Path(dir, "out/" + part)), StandardCharsets.UTF_8);
  }

  /** The first attempt of the second task dies with its JVM after some of the lines. */
  static final class HaltingMapper extends SeenClassMapper {
    private int lines;

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      super.map(offset, line, context);
      TaskAttemptID attempt = context.getTaskAttemptID();
      if (attempt.getTaskID().getId() == 1 && attempt.getId() == 0 && ++lines == 50) {
        Runtime.getRuntime().halt(137);
      }
    }
  }
}
