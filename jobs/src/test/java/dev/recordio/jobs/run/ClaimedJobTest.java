// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.JobFailedException;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.jobs.run.output.OutputClaim;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.testing.LocalFiles;
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
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The output of a program's own job is claimed while the job runs. */
class ClaimedJobTest {
  private static final String ACTS = "test.acts";

  @TempDir Path dir;

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /** Does what its lines say to the claim of the output. */
  public static final class ActingMapper extends Mapper<LongWritable, Text, LongWritable, Text> {
    @Override
    protected void map(LongWritable key, Text value, Context context)
        throws IOException, InterruptedException {
      Path claim = Path.of(context.getConfiguration().get(ACTS));
      switch (value.toString()) {
        case "look" -> context.write(key, new Text(Files.readString(claim)));
        case "remove" -> Files.delete(claim);
        default -> throw new IOException(value.toString());
      }
    }
  }

  private Path claim() {
    return dir.resolve(".out.recordio-claim");
  }

  private Job job(String lines) throws IOException {
    Configuration conf = LocalJobs.conf(dir.resolve("scratch"));
    conf.set(ACTS, claim().toString());
    Job job = Job.getInstance(conf);
    job.setInputFormatClass(TextInputFormat.class);
    TextInputFormat.addInputPath(job, LocalFiles.path(Files.writeString(dir.resolve("in"), lines)));
    job.setMapperClass(ActingMapper.class);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(LongWritable.class);
    job.setOutputValueClass(Text.class);
    TextOutputFormat.setOutputPath(job, LocalFiles.path(dir.resolve("out")));
    return job;
  }

  private void run(Job job) throws Exception {
    new JobRunner(new PrintStream(err), true).run(job);
  }

  private List<String> hidden() throws IOException {
    try (Stream<Path> files = Files.list(dir)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith("."))
          .toList();
    }
  }

  @Test
  void isThereWhileTheJobRunsAndGoesWithIt() throws Exception {
    run(job("look\n"));
    String seen = Files.readString(dir.resolve("out/part-m-00000"));
    assertTrue(seen.contains("process: " + ProcessHandle.current().pid()), seen);
    assertEquals(List.of(), hidden());
    assertThrows(JobFailedException.class, () -> run(jobTo("other", "fails\n")));
    assertEquals(List.of(), hidden());
    assertFalse(Files.exists(dir.resolve("other")));
  }

  private Job jobTo(String output, String lines) throws IOException {
    Job job = job(lines);
    TextOutputFormat.setOutputPath(job, LocalFiles.path(dir.resolve(output)));
    return job;
  }

  @Test
  void aSecondJobDoesNotBegin() throws Exception {
    try (OutputClaim held =
        OutputClaim.take(LocalJobs.conf(), LocalFiles.path(dir.resolve("out")))) {
      assertThrows(UsageException.class, () -> run(job("look\n")));
      assertFalse(Files.exists(dir.resolve("out")));
    }
  }

  @Test
  void aJobWhoseClaimWasRemovedIsNoSuccess() throws Exception {
    JobFailedException failed = assertThrows(JobFailedException.class, () -> run(job("remove\n")));
    assertEquals(ExitCode.JOB_FAILED, failed.exitCode());
    assertTrue(
        failed.getMessage().contains("was removed before the output was complete"),
        failed.getMessage());
    assertTrue(Files.exists(dir.resolve("out/_SUCCESS")), "it may be another command's");
  }

  @Test
  void aFailedJobRemovesNothingThatMayBeAnothersByNow() throws Exception {
    Job job = job("remove\nfails\n");
    // Else the committer leaves nothing of a failed job.
    job.getConfiguration().setInt("mapreduce.fileoutputcommitter.algorithm.version", 2);
    assertThrows(JobFailedException.class, () -> run(job));
    assertTrue(Files.exists(dir.resolve("out")));
    assertTrue(
        err.toString().contains("stays: its claim was removed, so another command may write there"),
        err.toString());
  }
}
