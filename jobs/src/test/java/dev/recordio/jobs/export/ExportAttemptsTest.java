// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.arrange.copy.CopyEntry;
import dev.recordio.jobs.arrange.copy.CopyInputFormat;
import dev.recordio.jobs.commit.ManifestCommitter;
import dev.recordio.jobs.commit.ManifestOutputFormat;
import dev.recordio.jobs.export.target.ExportConf;
import dev.recordio.jobs.run.ForwardingReader;
import dev.recordio.jobs.run.JobRunner;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.map.WrappedMapper;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.apache.hadoop.mapreduce.task.MapContextImpl;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attempts that die half way, and two that run to their ends, leave each record once. */
class ExportAttemptsTest {
  @TempDir Path temp;

  /** Ends an attempt after some records. */
  private static final class Dying extends ForwardingReader<IntWritable, CopyEntry> {
    private int left;

    Dying(RecordReader<IntWritable, CopyEntry> entries, int left) {
      super(entries);
      this.left = left;
    }

    @Override
    public boolean nextKeyValue() throws IOException, InterruptedException {
      if (left-- == 0) {
        throw new IOException("killed, says the test");
      }
      return super.nextKeyValue();
    }
  }

  private static TaskAttemptContext attempt(Configuration conf, int task, int attempt) {
    return new TaskAttemptContextImpl(
        conf, new TaskAttemptID(new TaskID("test", 1, TaskType.MAP, task), attempt));
  }

  /** Runs an attempt; it ends after {@code records}, or else is ready to be committed. */
  private static ManifestCommitter run(
      Configuration conf, InputSplit split, TaskAttemptContext attempt, int records)
      throws Exception {
    ManifestCommitter committer = new ManifestOutputFormat().getOutputCommitter(attempt);
    committer.setupTask(attempt);
    var reader = new Dying(new CopyInputFormat().createRecordReader(split, attempt), records);
    reader.initialize(split, attempt);
    var context =
        new MapContextImpl<IntWritable, CopyEntry, NullWritable, BytesWritable>(
            conf,
            attempt.getTaskAttemptID(),
            reader,
            null,
            committer,
            new TaskAttemptContextImpl.DummyReporter(),
            split);
    new ExportMapper()
        .run(
            new WrappedMapper<IntWritable, CopyEntry, NullWritable, BytesWritable>()
                .getMapContext(context));
    return committer;
  }

  @ParameterizedTest
  @ValueSource(strings = {"webdataset", "folder"})
  void eachShardIsOfOneAttempt(String target) throws Exception {
    var at = new Exports(temp);
    at.images("multi");
    at.ok("export", "--to", target, "--shards", "3", "@multi.rec", "@expected");
    Configuration conf = LocalJobs.conf(temp.resolve("tmp"));
    ExportConf.TO.set(conf, target);
    ExportConf.SHARDS.set(conf, 3);
    var folder = LocalFiles.path(temp);
    var input = new org.apache.hadoop.fs.Path(folder, "multi.rec");
    try (var export =
            new ExportJob(conf, List.of(input), new org.apache.hadoop.fs.Path(folder, "out"));
        var nowhere = new PrintStream(OutputStream.nullOutputStream())) {
      new JobRunner(nowhere, true).run(export.census());
      Configuration tasks = export.job().getConfiguration();
      var context = new JobContextImpl(tasks, attempt(tasks, 0, 0).getJobID());
      TaskAttemptContext any = attempt(tasks, 0, 0);
      new ManifestOutputFormat().getOutputCommitter(any).setupJob(context);
      int task = 0;
      for (InputSplit split : new CopyInputFormat().getSplits(context)) {
        TaskAttemptContext killed = attempt(tasks, task, 0); // leaves its files behind
        assertThrows(IOException.class, () -> run(tasks, split, killed, 2));
        TaskAttemptContext slow = attempt(tasks, task, 1);
        ManifestCommitter late = run(tasks, split, slow, -1);
        TaskAttemptContext fast = attempt(tasks, task, 2);
        ManifestCommitter first = run(tasks, split, fast, -1);
        assertTrue(first.needsTaskCommit(fast));
        first.commitTask(fast);
        late.abortTask(slow);
        assertFalse(Files.exists(at.path("out/_export.json")));
        task++;
      }
      assertEquals(3, task);
      new ManifestOutputFormat().getOutputCommitter(any).commitJob(context);
    }
    Map<String, byte[]> expected = at.files("expected");
    Map<String, byte[]> found = at.files("out");
    assertEquals(expected.keySet(), found.keySet());
    expected.forEach((name, bytes) -> assertArrayEquals(bytes, found.get(name), name));
  }
}
