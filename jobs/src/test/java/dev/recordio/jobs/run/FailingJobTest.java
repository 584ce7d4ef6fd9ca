// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.wire.MalformedRecordException;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A local job through {@link JobRunner}: what the client hears of a task's failure. */
class FailingJobTest {
  @TempDir Path dir;
  private Configuration conf;
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /** Opens nothing. */
  public static final class NoReader extends TextInputFormat {
    @Override
    public RecordReader<LongWritable, Text> createRecordReader(
        InputSplit split, TaskAttemptContext context) {
      return new org.apache.hadoop.mapreduce.lib.input.LineRecordReader() {
        @Override
        public void initialize(InputSplit genericSplit, TaskAttemptContext taskContext)
            throws IOException {
          throw new MalformedRecordException("no magic", "a.rec", 0, -1, "magic", "nothing");
        }
      };
    }
  }

  /** Fails with a known kind of error on the line "bad", with an unknown one on "odd". */
  public static final class BadLineMapper extends Mapper<LongWritable, Text, LongWritable, Text> {
    @Override
    protected void map(LongWritable key, Text value, Context context)
        throws IOException, InterruptedException {
      switch (value.toString()) {
        case "bad" ->
            throw new MalformedRecordException("bad line", "in.txt", key.get(), 2, "good", "bad");
        case "odd" -> throw new IllegalStateException("odd line");
        default -> context.write(key, value);
      }
    }
  }

  /** Fails on the first key. */
  public static final class NoReducer extends Reducer<LongWritable, Text, LongWritable, Text> {
    @Override
    protected void reduce(LongWritable key, Iterable<Text> values, Context context)
        throws IOException {
      throw new FileNotFoundException("File file:/side does not exist");
    }
  }

  @BeforeEach
  void configure() {
    conf = new Configuration();
    conf.set("hadoop.tmp.dir", dir.resolve("tmp").toString());
  }

  private Job job(String text) throws IOException {
    Files.writeString(dir.resolve("in.txt"), text);
    Job job = Job.getInstance(conf, "recordio-test: in -> out");
    job.setInputFormatClass(TextInputFormat.class);
    job.setMapperClass(BadLineMapper.class);
    job.setOutputKeyClass(LongWritable.class);
    job.setOutputValueClass(Text.class);
    job.setNumReduceTasks(0);
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(dir.resolve("in.txt").toUri()));
    FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(dir.resolve("out").toUri()));
    return job;
  }

  private Counters run(Job job) throws Exception {
    return new JobRunner(new PrintStream(err), false).run(job);
  }

  private void assertFails(Job job, ExitCode code, String message) throws IOException {
    JobFailedException failed = assertThrows(JobFailedException.class, () -> run(job));
    assertEquals(message, failed.getMessage());
    assertEquals(code, failed.exitCode());
    assertTrue(failed.taskTrace().contains("\tat dev.recordio"), failed.taskTrace());
    assertNothingLeft();
  }

  private void assertNothingLeft() throws IOException {
    try (Stream<Path> left = Files.walk(dir.resolve("tmp"))) {
      assertEquals(0, left.filter(Files::isRegularFile).count());
    }
    assertFalse(
        Files.list(dir.resolve("tmp/mapred/local")).findAny().isPresent(), "scratch is left");
  }

  @Test
  void theMappersOwnMessageReachesTheClient() throws Exception {
    assertFails(
        job("good\nbad\n"),
        ExitCode.BAD_INPUT,
        "bad line: in.txt at offset 5 line 2: expected good, found bad");
  }

  @Test
  void anUnknownErrorOfAMapperIsAFailedJob() throws Exception {
    assertFails(job("odd\n"), ExitCode.JOB_FAILED, "IllegalStateException: odd line");
  }

  @Test
  void aReaderThatCannotOpenIsHeard() throws Exception {
    Job job = job("good\n");
    job.setInputFormatClass(NoReader.class);
    assertFails(
        job, ExitCode.BAD_INPUT, "no magic: a.rec at offset 0: expected magic, found nothing");
  }

  @Test
  void aReducerIsHeard() throws Exception {
    Job job = job("good\n");
    job.setNumReduceTasks(1);
    job.setReducerClass(NoReducer.class);
    assertFails(job, ExitCode.BAD_INPUT, "File file:/side does not exist");
  }

  @Test
  void ofSeveralFailedTasksTheFirstOneIsTold() throws Exception {
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
    assertTrue(err.toString().startsWith("recordio-test: in -> out (job_local"), err.toString());
    assertEquals(1, err.toString().lines().count());
    assertNothingLeft();
  }

  @Test
  void quietMeansQuiet() throws Exception {
    new JobRunner(new PrintStream(err), true).run(job("good\n"));
    assertEquals("", err.toString());
  }
}
