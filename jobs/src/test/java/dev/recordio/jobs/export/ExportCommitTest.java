// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export;

import static dev.recordio.testing.Faults.Call.CREATE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.commit.ManifestOutputFormat;
import dev.recordio.jobs.commit.ShardCommitter;
import dev.recordio.jobs.run.JobRunner;
import dev.recordio.jobs.testing.Attempts;
import dev.recordio.testing.Faults;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is committed is complete, or not there. */
class ExportCommitTest extends ExportTestBase {
  private static final int SHARDS = 3;

  private final Faults faults = new Faults();
  private Path records;
  private Path out;
  private Path expected;

  @BeforeEach
  void writeRecords() throws IOException {
    byte[][] payloads = new byte[7][];
    for (int i = 0; i < payloads.length; i++) {
      payloads[i] = payload(i, 0, new byte[i], i);
    }
    records = records("in", payloads);
    out = path("out");
    expected = path("expected");
    ok("export --to mds --shards {} {} {}", SHARDS, records, expected);
  }

  private ExportJob job() throws Exception {
    Configuration conf = conf();
    ExportConf.TO.set(conf, "mds");
    ExportConf.SHARDS.set(conf, SHARDS);
    faults.replaceLocal(conf, true);
    var export = new ExportJob(conf, List.of(LocalFiles.path(records)), LocalFiles.path(out));
    try (var nowhere = new PrintStream(OutputStream.nullOutputStream())) {
      new JobRunner(nowhere, true).run(export.census());
    }
    return export;
  }

  /**
   * Runs all tasks. The first attempt of each ends without being committed, and a third one after
   * the second has been.
   *
   * @param commits how many tasks commit
   */
  private static JobContextImpl runTasks(ExportJob export, int commits) throws Exception {
    Configuration conf = export.job().getConfiguration();
    var context = new JobContextImpl(conf, Attempts.of(conf, 0, 0).getJobID());
    new ManifestOutputFormat().getOutputCommitter(Attempts.of(conf, 0, 0)).setupJob(context);
    List<InputSplit> splits = Attempts.splits(context);
    assertEquals(SHARDS, splits.size());
    for (int i = 0; i < commits; i++) {
      Attempts.run(conf, splits.get(i), Attempts.of(conf, i, 0));
      TaskAttemptContext second = Attempts.of(conf, i, 1);
      ShardCommitter committer = Attempts.run(conf, splits.get(i), second);
      assertTrue(committer.needsTaskCommit(second));
      committer.commitTask(second);
      TaskAttemptContext third = Attempts.of(conf, i, 2);
      Attempts.run(conf, splits.get(i), third).abortTask(third);
    }
    return context;
  }

  private static void commit(JobContextImpl context) throws IOException {
    TaskAttemptContext any = Attempts.of(context.getConfiguration(), 0, 0);
    new ManifestOutputFormat().getOutputCommitter(any).commitJob(context);
  }

  @Test
  void attemptsThatAreKilledLeaveNothing() throws Exception {
    try (ExportJob export = job()) {
      JobContextImpl context = runTasks(export, SHARDS);
      assertFalse(Files.exists(out.resolve("shard.00000.mds")));
      commit(context);
      assertSameFiles(expected, out);
      assertTrue(Files.exists(out.resolve("_SUCCESS")));
    }
  }

  @Test
  void aShardWithoutAReportFailsTheCommit() throws Exception {
    try (ExportJob export = job()) {
      JobContextImpl context = runTasks(export, SHARDS - 1);
      var missing = assertThrows(IOException.class, () -> commit(context));
      assertEquals("no task has reported unit 2 of 3", missing.getMessage());
      assertFalse(Files.exists(out.resolve("shard.00000.mds")));
      assertFalse(Files.exists(out.resolve("_SUCCESS")));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"index.json", "_export.json"})
  void shardsWithoutTheFilesAboutThemAreWithdrawn(String refused) throws Exception {
    try (ExportJob export = job()) {
      JobContextImpl context = runTasks(export, SHARDS);
      faults.on("**/" + refused, CREATE).fails("refused, says the test");
      var error = assertThrows(IOException.class, () -> commit(context));
      assertEquals("refused, says the test", error.getMessage());
      faults.clear();
      assertEquals(List.of(), visible(out));
    }
  }
}
