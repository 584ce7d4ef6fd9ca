// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.csr;

import static dev.recordio.testing.Faults.Call.RENAME;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.jobs.commit.ManifestOutputFormat;
import dev.recordio.jobs.commit.ShardCommitter;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.job.WatchedTask;
import dev.recordio.jobs.job.WatchedTask.Watch;
import dev.recordio.jobs.rows.shard.CsrConf;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.JobFailedException;
import dev.recordio.jobs.testing.Attempts;
import dev.recordio.testing.Faults;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.junit.jupiter.api.Test;

/** What is committed is complete, whatever was interrupted before. */
class CsrCommitTest extends CsrTestBase {
  /** Writes all shards, then fails in its first attempt. */
  static final class Dying implements Watch {
    @Override
    public void end(TaskContext task) {
      if (task.attempt().getTaskAttemptID().getId() == 0) {
        throw new IllegalStateException("this attempt dies, says the test");
      }
    }
  }

  private Path[] input() throws Exception {
    cut(9000, 1); // 2 segments
    return new Path[] {copy("csr/weighted.libsvm")};
  }

  /** Runs all tasks; the first attempt of each ends without being committed. */
  private static JobContextImpl runTasks(CsrJob job) throws Exception {
    Configuration tasks = job.job().getConfiguration();
    var context = new JobContextImpl(tasks, Attempts.of(tasks, 0, 0).getJobID());
    ShardCommitter whole = new ManifestOutputFormat().getOutputCommitter(Attempts.of(tasks, 0, 0));
    whole.setupJob(context);
    int number = 0;
    for (InputSplit split : Attempts.splits(context)) {
      Attempts.run(tasks, split, Attempts.of(tasks, number, 0));
      TaskAttemptContext second = Attempts.of(tasks, number, 1);
      ShardCommitter committer = Attempts.run(tasks, split, second);
      assertTrue(committer.needsTaskCommit(second));
      committer.commitTask(second);
      number++;
    }
    assertEquals(2, number);
    return context;
  }

  private static void commit(JobContextImpl context) throws IOException {
    TaskAttemptContext any = Attempts.of(context.getConfiguration(), 0, 0);
    new ManifestOutputFormat().getOutputCommitter(any).commitJob(context);
  }

  @Test
  void aCommitThatBrokeOffAnywhereIsDoneAgainWithTheSameResult() throws Exception {
    Path[] input = input();
    CsrConf.SHARD_ROWS.set(conf, 60); // several shards per segment
    Map<String, byte[]> expected = csr(100, 0, input);
    var faults = new Faults();
    Faults.Rule renames = faults.on("**/[!.]*", RENAME); // not of checksums
    faults.replaceLocal(conf, true);
    int breaks = 0;
    for (boolean broken = true; broken; breaks++) {
      try (CsrJob job = job(100, 0, input)) {
        JobContextImpl context = runTasks(job);
        assertFalse(Files.exists(output().resolve(CsrManifest.NAME)));
        assertEquals(java.util.Set.of("_temporary"), files(output()).keySet());
        renames.at(breaks).fails("broken off, says the test");
        try {
          commit(context);
          broken = false;
        } catch (IOException e) {
          assertEquals("broken off, says the test", e.getMessage());
          assertFalse(Files.exists(output().resolve("_SUCCESS")));
          renames.never();
          commit(context);
        } finally {
          renames.never();
        }
        CsrTasksTest.assertSame(expected, files(output()));
      }
    }
    assertTrue(breaks > 10, breaks + " places");
  }

  @Test
  void jobThatFailsLateLeavesNothing() throws Exception {
    CsrJob job = job(100, 0, input());
    WatchedTask.watch(job.job(), Dying.class);
    JobFailedException e = assertThrows(JobFailedException.class, () -> run(job));
    assertEquals("IllegalStateException: this attempt dies, says the test", e.getMessage());
    assertFalse(Files.exists(output()));
  }

  @Test
  void segmentsThatDifferFailTheCommit() throws Exception {
    String text = "1 1:1.0\n".repeat(50);
    cut(200, 1);
    Path one = put("one", text);
    Path other = put("other", text.replace("1 1:1.0", "1:2 1:1"));
    JobFailedException e = assertThrows(JobFailedException.class, () -> run(job(2, 0, one, other)));
    assertEquals(ExitCode.BAD_INPUT, e.exitCode());
    assertEquals(
        "mixed-weights: "
            + LocalFiles.path(other)
            + " at offset 0: expected weights in all rows or in none, found rows after this"
            + " offset that differ from the rows after offset 0 of "
            + LocalFiles.path(one),
        e.getMessage());
    assertFalse(Files.exists(output()));
    LibSvmConf.MODE.set(conf, "lenient");
    e = assertThrows(JobFailedException.class, () -> run(job(2, 0, one, other)));
    assertTrue(e.getMessage().contains("--labels first"), e.getMessage());
    LibSvmConf.LABELS.set(conf, "first"); // no task knows that weights are missing
    e = assertThrows(JobFailedException.class, () -> run(job(2, 0, one, other)));
    assertEquals(ExitCode.BAD_INPUT, e.exitCode());
    assertTrue(e.getMessage().contains("only some shards have them"), e.getMessage());
    assertFalse(Files.exists(output()));
  }

  @Test
  void indexBeyondTheColumnsIsNamed() throws Exception {
    Path input = put("in", "1 1:1\n0 5:1\n");
    JobFailedException e = assertThrows(JobFailedException.class, () -> run(job(5, 0, input)));
    assertEquals(ExitCode.BAD_INPUT, e.exitCode());
    assertEquals(
        "index-too-large: "
            + LocalFiles.path(input)
            + " at offset 8, line 2: expected an index within the limit, found \"5:1\"",
        e.getMessage());
  }
}
