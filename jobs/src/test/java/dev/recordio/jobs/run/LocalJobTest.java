// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.JobFailedException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.junit.jupiter.api.Test;

/** A local job through {@link JobRunner}. */
class LocalJobTest extends FailingJobTest {
  /** Fails on the first key. */
  public static final class NoReducer extends Reducer<LongWritable, Text, LongWritable, Text> {
    @Override
    protected void reduce(LongWritable key, Iterable<Text> values, Context context)
        throws IOException {
      throw new FileNotFoundException("File file:/side does not exist");
    }
  }

  @Test
  void anUnknownErrorOfAMapperIsAFailedJob() throws Exception {
    assertFails(job("odd\n"), ExitCode.JOB_FAILED, "IllegalStateException: odd line");
  }

  @Test
  void aReducerIsHeard() throws Exception {
    Job job = job("good\n");
    job.setNumReduceTasks(1);
    job.setReducerClass(NoReducer.class);
    assertFails(job, ExitCode.BAD_INPUT, "no such file or folder: file:/side");
  }

  @Test
  void aSortThatCannotBeginIsReported() throws Exception {
    conf.setInt("mapreduce.task.io.sort.mb", 5000);
    Job job = job("good\n");
    job.setNumReduceTasks(1);
    JobFailedException failed = assertThrows(JobFailedException.class, () -> run(job));
    assertTrue(failed.getMessage().contains("mapreduce.task.io.sort.mb"), failed.getMessage());
  }

  @Test
  void aShuffleThatCannotBeginIsReported() throws Exception {
    conf.setFloat("mapreduce.reduce.shuffle.input.buffer.percent", 2);
    Job job = job("good\n");
    job.setNumReduceTasks(1);
    JobFailedException failed = assertThrows(JobFailedException.class, () -> run(job));
    assertTrue(
        failed.getMessage().contains("mapreduce.reduce.shuffle.input.buffer.percent"),
        failed.getMessage());
  }

  @Test
  void ofSeveralFailedTasksTheFirstOneIsReported() throws Exception {
    conf.setInt(FileInputFormat.SPLIT_MAXSIZE, 4);
    assertFails(job("odd\nbad\n"), ExitCode.JOB_FAILED, "IllegalStateException: odd line");
  }

  @Test
  void aJobThatSucceedsGivesItsCountersAndLeavesOnlyItsOutput() throws Exception {
    Job job = job("good\nfine\n");
    job.setNumReduceTasks(1);
    Counters counters = run(job);
    assertEquals(2, counters.findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue());
    assertEquals("0\tgood\n5\tfine\n", Files.readString(dir.resolve("out/part-r-00000")));
    assertTrue(err.toString().startsWith("recordio-test: in -> out (job_"), err.toString());
    assertTrue(err.toString().lines().allMatch(l -> l.startsWith("recordio-test: in -> out")));
    assertNothingLeft();
  }

  @Test
  void quietMeansQuiet() throws Exception {
    new JobRunner(new PrintStream(err), true).run(job("good\n"));
    assertEquals("", err.toString());
  }
}
