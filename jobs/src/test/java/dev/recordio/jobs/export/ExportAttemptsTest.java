// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.commit.ManifestOutputFormat;
import dev.recordio.jobs.commit.ShardCommitter;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.job.WatchedTask;
import dev.recordio.jobs.job.WatchedTask.Watch;
import dev.recordio.jobs.run.JobRunner;
import dev.recordio.jobs.testing.Attempts;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attempts that die half way, and two that run to their ends, leave each record once. */
class ExportAttemptsTest extends ExportTestBase {

  /** Ends the first attempt of each task. */
  static final class Dying implements Watch {
    @Override
    public void halfWay(TaskContext task) throws IOException {
      if (task.attempt().getTaskAttemptID().getId() == 0) {
        throw new IOException("killed, says the test");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"webdataset", "folder"})
  void eachShardIsOfOneAttempt(String target) throws Exception {
    images("multi");
    ok("export --to {} --shards 3 ./multi.rec ./expected", target);
    Configuration conf = conf();
    ExportConf.TO.set(conf, target);
    ExportConf.SHARDS.set(conf, 3);
    var folder = LocalFiles.path(dir);
    var input = new org.apache.hadoop.fs.Path(folder, "multi.rec");
    try (var export =
            new ExportJob(conf, List.of(input), new org.apache.hadoop.fs.Path(folder, "out"));
        var nowhere = new PrintStream(OutputStream.nullOutputStream())) {
      new JobRunner(nowhere, true).run(export.census());
      WatchedTask.watch(export.job(), Dying.class);
      Configuration tasks = export.job().getConfiguration();
      var context = new JobContextImpl(tasks, Attempts.of(tasks, 0, 0).getJobID());
      TaskAttemptContext any = Attempts.of(tasks, 0, 0);
      new ManifestOutputFormat().getOutputCommitter(any).setupJob(context);
      int task = 0;
      for (InputSplit split : Attempts.splits(context)) {
        TaskAttemptContext killed = Attempts.of(tasks, task, 0); // leaves its files behind
        assertThrows(IOException.class, () -> Attempts.run(tasks, split, killed));
        TaskAttemptContext slow = Attempts.of(tasks, task, 1);
        ShardCommitter late = Attempts.run(tasks, split, slow);
        TaskAttemptContext fast = Attempts.of(tasks, task, 2);
        ShardCommitter first = Attempts.run(tasks, split, fast);
        assertTrue(first.needsTaskCommit(fast));
        first.commitTask(fast);
        late.abortTask(slow);
        assertFalse(Files.exists(path("out/_export.json")));
        task++;
      }
      assertEquals(3, task);
      new ManifestOutputFormat().getOutputCommitter(any).commitJob(context);
    }
    Map<String, byte[]> expected = files(path("expected"));
    Map<String, byte[]> found = files(path("out"));
    assertEquals(expected.keySet(), found.keySet());
    expected.forEach((name, bytes) -> assertArrayEquals(bytes, found.get(name), name));
  }
}
