// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.JobFailedException;
import dev.recordio.jobs.testing.LocalJobs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A job through {@link JobRunner}: what the client reports of a task's failure. Local here, on YARN
 * in the subclass of minicluster-tests.
 */
public abstract class FailingJobTest {
  /** Input, output and, for a local job, its temporary files. */
  @TempDir protected Path dir;

  /** The configuration of each job. */
  protected Configuration conf;

  final ByteArrayOutputStream err = new ByteArrayOutputStream();

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
        case "once" -> {
          if (context.getTaskAttemptID().getId() == 0) {
            throw new IllegalStateException("a failure that the next attempt makes good");
          }
        }
        case "leave mine" -> {
          var mine = new org.apache.hadoop.fs.Path(FileOutputFormat.getOutputPath(context), "mine");
          mine.getFileSystem(context.getConfiguration()).create(mine).close();
        }
        default -> context.write(key, value);
      }
    }
  }

  /** Makes the configuration. */
  @BeforeEach
  protected void configure() {
    conf = LocalJobs.conf(dir);
  }

  final Job job(String text) throws IOException {
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

  final Counters run(Job job) throws Exception {
    return new JobRunner(new PrintStream(err), false).run(job);
  }

  final void assertFails(Job job, ExitCode code, String message) throws IOException {
    JobFailedException failed = assertThrows(JobFailedException.class, () -> run(job));
    assertEquals(message, failed.getMessage());
    assertEquals(code, failed.exitCode());
    assertTrue(failed.taskTrace().contains("\tat dev.recordio"), failed.taskTrace());
    assertNothingLeft();
  }

  /** Only the output of a job may remain. */
  protected void assertNothingLeft() throws IOException {
    try (Stream<Path> left = Files.walk(dir.resolve("hadoop"))) {
      assertEquals(0, left.filter(Files::isRegularFile).count());
    }
    try (Stream<Path> left = Files.list(dir.resolve("hadoop/mapred/local"))) {
      assertEquals(List.of(), left.toList());
    }
  }

  @Test
  void theMappersOwnMessageReachesTheClient() throws Exception {
    assertFails(
        job("good\nbad\n"),
        ExitCode.BAD_INPUT,
        "bad line: in.txt at offset 5, line 2: expected good, found bad");
  }

  @Test
  void aReaderThatCannotOpenIsHeard() throws Exception {
    Job job = job("good\n");
    job.setInputFormatClass(NoReader.class);
    assertFails(
        job, ExitCode.BAD_INPUT, "no magic: a.rec at offset 0: expected magic, found nothing");
  }

  @Test
  void whatACommitterHasMovedIntoTheOutputGoesWithTheFailedJob() throws Exception {
    conf.setInt(FileInputFormat.SPLIT_MAXSIZE, 4);
    conf.setInt("mapreduce.fileoutputcommitter.algorithm.version", 2);
    assertFails(
        job("good\nbad\n"),
        ExitCode.BAD_INPUT,
        "bad line: in.txt at offset 5, line 2: expected good, found bad");
    assertFalse(Files.exists(dir.resolve("out")));
  }

  @Test
  void whatSomebodyElseHasPutIntoTheOutputStays() throws Exception {
    assertFails(
        job("leave mine\nbad\n"),
        ExitCode.BAD_INPUT,
        "bad line: in.txt at offset 11, line 2: expected good, found bad");
    assertTrue(Files.exists(dir.resolve("out/mine")));
    assertTrue(err.toString().contains("it holds mine"), err.toString());
  }
}
