// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.JobFailedException;
import dev.recordio.jobs.testing.LocalJobs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.FileSystemCounter;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs in the command's own process, compared with Hadoop's local runner. */
@Timeout(60)
class LocalJobStepsTest {
  private static final List<String> STEPS = Collections.synchronizedList(new ArrayList<>());
  private static final String COUNTED = "test.counted";
  private static volatile Interruption interruption;

  @TempDir Path dir;
  private int jobs;

  @BeforeEach
  void forget() {
    STEPS.clear();
  }

  /** Copies lines, notes which runner it has, and does what some lines say. */
  public static final class SayingMapper extends Mapper<LongWritable, Text, LongWritable, Text> {
    @Override
    protected void map(LongWritable key, Text value, Context context)
        throws IOException, InterruptedException {
      Configuration conf = context.getConfiguration();
      context.getCounter(COUNTED, "bytes").increment(value.getLength());
      context
          .getCounter("test.runner", conf.get("mapreduce.job.submithostname", "none"))
          .increment(1);
      assertEquals(context.getTaskAttemptID().toString(), conf.get("mapreduce.task.attempt.id"));
      assertEquals(context.getJobID().toString(), conf.get("mapreduce.job.id"));
      switch (value.toString()) {
        case "fail" -> throw new IOException("line says so");
        case "stick" -> {
          synchronized (STEPS) {
            STEPS.add("stuck");
            if (Collections.frequency(STEPS, "stuck") == 2) {
              interruption.request();
            }
          }
          new CountDownLatch(1).await();
        }
        case "swallow" -> {
          interruption.request();
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException e) {
            STEPS.add("swallowed");
          }
        }
        default -> context.write(key, value);
      }
    }
  }

  /** Counts how often a job is planned. */
  public static final class PlannedInput extends TextInputFormat {
    @Override
    public List<InputSplit> getSplits(JobContext job) throws IOException {
      STEPS.add("getSplits");
      return super.getSplits(job);
    }
  }

  /** Notes what is asked of the committer, and fails where the configuration says so. */
  public static final class NotingOutput extends TextOutputFormat<LongWritable, Text> {
    @Override
    public synchronized OutputCommitter getOutputCommitter(TaskAttemptContext context)
        throws IOException {
      return new NotingCommitter(getOutputPath(context), context);
    }
  }

  private static final class NotingCommitter extends FileOutputCommitter {
    NotingCommitter(org.apache.hadoop.fs.Path output, TaskAttemptContext context)
        throws IOException {
      super(output, context);
    }

    private static void note(JobContext context, String step) throws IOException {
      STEPS.add(step);
      if (step.equals(context.getConfiguration().get("test.fails"))) {
        throw new IOException("no " + step + " today");
      }
    }

    @Override
    public void setupJob(JobContext context) throws IOException {
      note(context, "setupJob");
      super.setupJob(context);
    }

    @Override
    public void setupTask(TaskAttemptContext context) throws IOException {
      note(context, "setupTask");
      super.setupTask(context);
    }

    @Override
    public boolean needsTaskCommit(TaskAttemptContext context) throws IOException {
      note(context, "needsTaskCommit");
      return super.needsTaskCommit(context);
    }

    @Override
    public void commitTask(TaskAttemptContext context) throws IOException {
      note(context, "commitTask");
      super.commitTask(context);
    }

    @Override
    public void abortTask(TaskAttemptContext context) throws IOException {
      note(context, "abortTask");
      super.abortTask(context);
    }

    @Override
    public void commitJob(JobContext context) throws IOException {
      note(context, "commitJob");
      super.commitJob(context);
    }

    @Override
    public void abortJob(JobContext context, JobStatus.State state) throws IOException {
      note(context, "abortJob " + state);
      super.abortJob(context, state);
    }
  }

  private Job job(String text, boolean runner, String... settings) throws IOException {
    Path input = Files.writeString(dir.resolve("in"), text);
    Configuration conf = LocalJobs.conf(dir);
    conf.setInt("recordio.threads", 1);
    if (runner) {
      LocalJobs.useRunner(conf);
    }
    for (int i = 0; i < settings.length; i += 2) {
      conf.set(settings[i], settings[i + 1]);
    }
    Job job = Job.getInstance(conf, "test");
    job.setInputFormatClass(PlannedInput.class);
    job.setMapperClass(SayingMapper.class);
    job.setOutputFormatClass(NotingOutput.class);
    job.setNumReduceTasks(0);
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(input.toUri()));
    FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(output(++jobs).toUri()));
    return job;
  }

  private Path output(int job) {
    return dir.resolve("out" + job);
  }

  private static Counters run(Job job) throws Exception {
    interruption = new Interruption();
    var nowhere = new PrintStream(new ByteArrayOutputStream());
    return new JobRunner(nowhere, true, interruption).run(job);
  }

  private static JobFailedException failure(Job job) {
    return assertThrows(JobFailedException.class, () -> run(job));
  }

  private static boolean hadRunner(Counters counters) {
    return counters.findCounter("test.runner", "none").getValue() == 0;
  }

  private static Map<String, String> files(Path folder) throws IOException {
    var files = new TreeMap<String, String>();
    try (Stream<Path> all = Files.list(folder)) {
      for (Path file : all.toList()) {
        files.put(
            file.getFileName().toString(),
            Files.readString(file, StandardCharsets.ISO_8859_1)); // checksums, too
      }
    }
    return files;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void doesWhatHadoopsRunnerDoes(int threads) throws Exception {
    String text = "a\nbb\nccc\ndddd\neeeee\nffffff\n";
    String[] settings = {FileInputFormat.SPLIT_MAXSIZE, "10", "recordio.threads", "" + threads};
    Counters small = run(job(text, false, settings));
    List<String> steps = List.copyOf(STEPS);
    STEPS.clear();
    Counters hadoops = run(job(text, true, settings));
    assertFalse(hadRunner(small));
    assertTrue(hadRunner(hadoops));
    assertEquals(files(output(2)), files(output(1)));
    assertEquals("14\teeeee\n20\tffffff\n", files(output(1)).get("part-m-00001"));
    if (threads == 1) {
      assertEquals(List.copyOf(STEPS), steps);
    }
    for (var counter : List.of(TaskCounter.MAP_INPUT_RECORDS, TaskCounter.MAP_OUTPUT_RECORDS)) {
      assertEquals(6, small.findCounter(counter).getValue());
      assertEquals(6, hadoops.findCounter(counter).getValue());
    }
    assertEquals(21, small.findCounter(COUNTED, "bytes").getValue());
    for (var counter : FileSystemCounter.values()) {
      boolean counted = hadoops.findCounter("file", counter).getValue() > 0;
      assertEquals(counted, small.findCounter("file", counter).getValue() > 0, counter.name());
    }
  }

  @Test
  void isPlannedOnceWhereverItRuns() throws Exception {
    for (boolean runner : List.of(false, true)) {
      STEPS.clear();
      assertEquals(runner, hadRunner(run(job("a\n", runner))));
      assertEquals(1, Collections.frequency(STEPS, "getSplits"));
    }
  }

  @Test
  void otherJobsAreLeftToHadoop() throws Exception {
    assertTrue(LocalJob.canRun(job("a\n", false)));
    assertTrue(LocalJob.canRun(job("a\n", false, "mapreduce.framework.name", "local")));
    assertFalse(LocalJob.canRun(job("a\n", false, "mapreduce.framework.name", "yarn")));
    for (String key :
        List.of("tmpfiles", "tmpjars", "mapreduce.job.cache.files", "mapred.mapper.class")) {
      assertFalse(LocalJob.canRun(job("a\n", false, key, "file:///x")), key);
    }
    Job reducing = job("a\n", false);
    reducing.setNumReduceTasks(1);
    assertFalse(LocalJob.canRun(reducing));
  }

  @Test
  void aFailedTaskIsAbortedAndItsJob() throws Exception {
    String[] two = {FileInputFormat.SPLIT_MAXSIZE, "5"};
    JobFailedException failed = failure(job("fail\nfine\nfine\n", false, two));
    assertEquals("line says so", failed.getMessage());
    assertTrue(failed.taskTrace().contains("SayingMapper.map"), failed.taskTrace());
    assertEquals(
        List.of("getSplits", "setupJob", "setupTask", "abortTask", "abortJob FAILED"), STEPS);
    assertFalse(Files.exists(output(1)));
    assertEquals(List.of(), leftInScratch());
  }

  @ParameterizedTest
  @ValueSource(strings = {"setupJob", "setupTask", "needsTaskCommit", "commitTask", "commitJob"})
  void aCommittersOwnReasonIsReported(String step) throws Exception {
    assertEquals(
        "no " + step + " today", failure(job("a\n", false, "test.fails", step)).getMessage());
    assertEquals("abortJob FAILED", STEPS.get(STEPS.size() - 1));
    assertEquals(step.contains("Task"), STEPS.contains("abortTask"), STEPS.toString());
    assertFalse(Files.exists(output(1)));
  }

  @Test
  void whatFailsWhileAbortingDoesNotHideTheReason() throws Exception {
    JobFailedException failed = failure(job("fail\n", false, "test.fails", "abortTask"));
    assertEquals("line says so", failed.getMessage());
    assertTrue(failed.taskTrace().contains("no abortTask today"), failed.taskTrace());
  }

  @Test
  void anInterruptedJobEndsItsTasksAndIsAborted() throws Exception {
    String[] two = {FileInputFormat.SPLIT_MAXSIZE, "5", "recordio.threads", "2"};
    JobFailedException failed = failure(job("stick\nstick\nother\n", false, two));
    assertEquals(ExitCode.INTERRUPTED, failed.exitCode());
    assertEquals(2, Collections.frequency(STEPS, "abortTask"), STEPS.toString());
    assertEquals(2, Collections.frequency(STEPS, "setupTask"), STEPS.toString());
    assertEquals("abortJob KILLED", STEPS.get(STEPS.size() - 1));
    assertFalse(Files.exists(output(1)));
    assertEquals(List.of(), leftInScratch());
  }

  @Test
  void anInterruptedJobIsNotCommittedEvenIfItsTaskSucceeds() throws Exception {
    JobFailedException failed = failure(job("swallow\n", false));
    assertEquals(ExitCode.INTERRUPTED, failed.exitCode());
    assertTrue(STEPS.contains("swallowed"), STEPS.toString());
    assertFalse(STEPS.contains("commitJob"), STEPS.toString());
    assertEquals("abortJob KILLED", STEPS.get(STEPS.size() - 1));
  }

  private List<String> leftInScratch() throws IOException {
    try (Stream<Path> left = Files.walk(dir.resolve("hadoop"))) {
      return left.filter(Files::isRegularFile).map(Path::toString).toList();
    }
  }
}
