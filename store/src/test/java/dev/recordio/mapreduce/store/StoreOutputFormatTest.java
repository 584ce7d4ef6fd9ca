// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.store.GatherBatch;
import dev.recordio.store.Store;
import dev.recordio.store.StoreGather;
import dev.recordio.store.StoreRecord;
import dev.recordio.store.TestStore;
import dev.recordio.store.schema.StoreSchema;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tasks write records, in any order and with attempts that are lost; the job commits once. */
class StoreOutputFormatTest {
  private static final StoreSchema SCHEMA = TestStore.schema("a=u1", "b=bytes:deflate");

  @TempDir private Path folder;

  private Store store;
  private Job job;

  @BeforeEach
  void create() throws IOException {
    var path = new org.apache.hadoop.fs.Path(folder.resolve("store").toUri());
    store = Store.create(new Configuration(), path, SCHEMA);
    job = Job.getInstance();
    job.getConfiguration().set(MRJobConfig.MAPREDUCE_JOB_DIR, folder.resolve("staging").toString());
    StoreOutputFormat.setStore(job, path);
    new StoreOutputFormat().checkOutputSpecs(job);
    new StoreCommitter().setupJob(job);
  }

  private TaskAttemptContext attempt(int task, int attempt) {
    return new TaskAttemptContextImpl(
        job.getConfiguration(), new TaskAttemptID("jt", 1, TaskType.MAP, task, attempt));
  }

  /** An attempt that has written records, and not committed them. */
  private StoreCommitter write(TaskAttemptContext context, int... values) throws Exception {
    var format = new StoreOutputFormat();
    RecordWriter<Object, StoreRecord> writer = format.getRecordWriter(context);
    var record = new StoreRecord(SCHEMA);
    for (int value : values) {
      record.clear();
      record.set("a", new byte[] {(byte) value});
      if (value % 2 == 0) {
        record.set("b", new byte[value]);
      }
      writer.write(null, record);
    }
    writer.close(context);
    return (StoreCommitter) format.getOutputCommitter(context);
  }

  private long files(String of) throws IOException {
    try (Stream<Path> all = Files.list(folder.resolve("store/" + of))) {
      return all.filter(file -> !file.toString().endsWith(".crc")).count();
    }
  }

  private void check(int... expected) throws IOException {
    try (StoreGather gather = store.snapshot().gather();
        GatherBatch batch = gather.range(0, expected.length, 1)) {
      assertEquals(expected.length, store.snapshot().length());
      for (int i = 0; i < expected.length; i++) {
        assertEquals(expected[i], batch.value("a", i).get(0));
        assertEquals(expected[i] % 2 == 0, batch.isPresent("b", i));
        byte[] value = new byte[batch.length(1, i)];
        batch.value("b", i).get(value);
        assertArrayEquals(new byte[expected[i] % 2 == 0 ? expected[i] : 0], value);
      }
    }
  }

  @Test
  void recordsAreInTheOrderOfTasksAndLostAttemptsLeaveNothing() throws Exception {
    TaskAttemptContext second = attempt(1, 0);
    write(second, 4, 5, 6).commitTask(second);
    TaskAttemptContext lost = attempt(0, 0);
    StoreCommitter loser = write(lost, 1, 2, 3);
    TaskAttemptContext first = attempt(0, 1);
    StoreCommitter winner = write(first, 1, 2, 3);
    assertTrue(winner.needsTaskCommit(first));
    winner.commitTask(first);
    long chunks = files("data");
    loser.abortTask(lost);
    assertEquals(chunks - 2, files("data"), "of the lost attempt");
    TaskAttemptContext none = attempt(2, 0);
    write(none).commitTask(none);

    assertEquals(0, store.snapshot().generation());
    assertTrue(winner.isCommitJobRepeatable(job));
    new StoreCommitter().commitJob(job);
    check(1, 2, 3, 4, 5, 6);
    new StoreCommitter().commitJob(job); // by another master
    new StoreCommitter().abortJob(job, JobStatus.State.FAILED);
    assertEquals(1, store.snapshot().generation());
    check(1, 2, 3, 4, 5, 6);
  }

  @Test
  void recordsComeAfterWhatOthersAddedMeanwhile() throws Exception {
    TaskAttemptContext only = attempt(0, 0);
    write(only, 8, 9).commitTask(only);
    try (var append = store.append()) {
      append.set("a", new byte[] {1});
      append.add();
      append.commit();
    }
    new StoreCommitter().commitJob(job);
    check(1, 8, 9);
    assertEquals("import", store.snapshot().manifest().operation().name());
  }

  @Test
  void anAbortedJobLeavesNoFiles() throws Exception {
    TaskAttemptContext only = attempt(0, 0);
    write(only, 1, 2).commitTask(only);
    assertTrue(files("data") > 0 && files("tables") > 0);
    new StoreCommitter().abortJob(job, JobStatus.State.KILLED);
    assertEquals(0, files("data") + files("tables"));
    assertEquals(0, store.snapshot().generation());
  }

  @Test
  void aWriterThatFailedLeavesNoReport() throws Exception {
    TaskAttemptContext only = attempt(0, 0);
    var format = new StoreOutputFormat();
    RecordWriter<Object, StoreRecord> writer = format.getRecordWriter(only);
    var other = new StoreRecord(TestStore.schema("c=u1"));
    assertThrows(InvalidSettingException.class, () -> writer.write(null, other));
    var type = new StoreRecord(TestStore.schema("a=f4"));
    assertThrows(InvalidSettingException.class, () -> writer.write(null, type));
    writer.close(only);
    assertFalse(format.getOutputCommitter(only).needsTaskCommit(only));
  }

  @Test
  void aStoreThatIsNotThereIsRefused() throws Exception {
    Job other = Job.getInstance();
    assertThrows(
        InvalidSettingException.class, () -> new StoreOutputFormat().checkOutputSpecs(other));
    StoreOutputFormat.setStore(other, new org.apache.hadoop.fs.Path(folder.toUri() + "none"));
    assertThrows(
        FileNotFoundException.class, () -> new StoreOutputFormat().checkOutputSpecs(other));
  }
}
