// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.task.IndexKeys;
import dev.recordio.task.RecordIOCounter;
import dev.recordio.testing.Damage;
import dev.recordio.testing.ExpectedRecords;
import dev.recordio.testing.FileSystemUnderTest;
import dev.recordio.testing.Jobs;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Records;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BinaryComparable;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.FileAlreadyExistsException;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of records and their indexes, written through the job's committer. */
@Supports(row = "write .rec + .idx + .ridx", engine = "MapReduce")
public abstract class AbstractRecordIOOutputFormatTest implements FileSystemUnderTest {
  /** One attempt of a task that writes, as a framework runs it. */
  private static final class Attempt {
    private final RecordIOOutputFormat<Object, BinaryComparable> format =
        new RecordIOOutputFormat<>();
    private final TaskAttemptContext context;
    private final OutputCommitter committer;
    private final RecordWriter<Object, BinaryComparable> writer;

    Attempt(Job job, int task, int attempt) throws IOException {
      var id = new TaskAttemptID("test", 1, TaskType.MAP, task, attempt);
      context = new TaskAttemptContextImpl(job.getConfiguration(), id);
      committer = format.getOutputCommitter(context);
      committer.setupJob(context);
      committer.setupTask(context);
      writer = format.getRecordWriter(context);
    }

    Attempt write(Object key, BinaryComparable value) throws IOException, InterruptedException {
      writer.write(key, value);
      return this;
    }

    /** Commits the task and its job. */
    void commit() throws IOException, InterruptedException {
      writer.close(context);
      assertTrue(committer.needsTaskCommit(context));
      committer.commitTask(context);
      committer.commitJob(context);
    }

    void abort() throws IOException, InterruptedException {
      writer.close(context);
      committer.abortTask(context);
    }
  }

  private Job job() throws IOException {
    Job job = Jobs.of(conf());
    job.setOutputFormatClass(RecordIOOutputFormat.class);
    job.setOutputKeyClass(LongWritable.class);
    job.setOutputValueClass(BytesWritable.class);
    FileOutputFormat.setOutputPath(job, path("out"));
    return job;
  }

  /** Runs a job of so many tasks that copies the records of a fixture. */
  private Job copied(String fixture, int parts) throws Exception {
    Job job = job();
    job.setInputFormatClass(RecordIOInputFormat.class);
    job.setMapperClass(Mapper.class);
    job.setNumReduceTasks(0);
    FileInputFormat.setInputPaths(job, copy(fixture));
    RecordIOInputFormat.setParts(job, parts);
    return Jobs.run(job);
  }

  private static BytesWritable bytes(String text) {
    return new BytesWritable(text.getBytes(StandardCharsets.UTF_8));
  }

  @Tag("hdfs")
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void bothFilesGoThroughTheCommitter(int version) throws Exception {
    Job job = job();
    job.getConfiguration()
        .setInt(FileOutputCommitter.FILEOUTPUTCOMMITTER_ALGORITHM_VERSION, version);
    var attempt = new Attempt(job, 7, 0).write(null, bytes("one")).write(null, bytes("three"));
    assertEquals(0, fs().globStatus(path("out/part*")).length, "nothing before the commit");
    attempt.commit();
    assertEquals(
        List.of("_SUCCESS", "part-m-00007.idx", "part-m-00007.rec", "part-m-00007.ridx"),
        Jobs.names(fs(), path("out")));
    assertArrayEquals(
        Damage.file(
            List.of(
                "one".getBytes(StandardCharsets.UTF_8), "three".getBytes(StandardCharsets.UTF_8))),
        read(path("out/part-m-00007.rec")));
    assertEquals("0\t0\n1\t12\n", readText(path("out/part-m-00007.idx")));
  }

  @Tag("hdfs")
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void failedAttemptLeavesNothingAndItsRetryEverything(int version) throws Exception {
    Job job = job();
    job.getConfiguration()
        .setInt(FileOutputCommitter.FILEOUTPUTCOMMITTER_ALGORITHM_VERSION, version);
    var first = new Attempt(job, 0, 0).write(null, bytes("half"));
    // Both attempts at once, as a speculative one would be.
    var second = new Attempt(job, 0, 1).write(null, bytes("half")).write(null, bytes("whole"));
    first.abort();
    assertEquals(0, fs().globStatus(path("out/part*")).length);
    second.commit();
    assertEquals(
        List.of("_SUCCESS", "part-m-00000.idx", "part-m-00000.rec", "part-m-00000.ridx"),
        Jobs.names(fs(), path("out")));
    assertEquals("0\t0\n1\t12\n", readText(path("out/part-m-00000.idx")));
    assertEquals(28, fs().getFileStatus(path("out/part-m-00000.rec")).getLen());
  }

  @Test
  void indexKeysAreOrdinalsByDefault() throws Exception {
    var attempt = new Attempt(job(), 3, 0);
    attempt.write(new LongWritable(99), bytes("a")).write(new LongWritable(98), bytes("b"));
    attempt.commit();
    assertEquals("0\t0\n1\t12\n", readText(path("out/part-m-00003.idx")));
  }

  @Test
  void globalIndexKeysAreUniqueOverTasks() throws Exception {
    Job job = job();
    RecordIOOutputFormat.setIndexKeys(job, IndexKeys.GLOBAL);
    assertEquals(IndexKeys.GLOBAL, RecordIOOutputFormat.getIndexKeys(job));
    var attempt = new Attempt(job, 3, 0).write(null, bytes("a")).write(null, bytes("b"));
    attempt.commit();
    long first = 3L << 40;
    assertEquals(first + "\t0\n" + (first + 1) + "\t12\n", readText(path("out/part-m-00003.idx")));
  }

  @Test
  void indexKeysMayBeTheRecordsOwn() throws Exception {
    Job job = job();
    RecordIOOutputFormat.setIndexKeys(job, IndexKeys.KEY);
    var attempt = new Attempt(job, 0, 0);
    attempt
        .write(new LongWritable(-1), bytes("a"))
        .write(new IntWritable(-1), bytes("b"))
        .write(new LongWritable(5), bytes("c"));
    var e =
        assertThrows(
            IllegalArgumentException.class, () -> attempt.write(new Text("no"), bytes("d")));
    assertTrue(e.getMessage().endsWith("not org.apache.hadoop.io.Text"), e.getMessage());
    assertThrows(IllegalArgumentException.class, () -> attempt.write(null, bytes("d")));
    attempt.commit();
    assertEquals(
        "18446744073709551615\t0\n4294967295\t12\n5\t24\n", readText(path("out/part-m-00000.idx")));
    assertEquals(36, fs().getFileStatus(path("out/part-m-00000.rec")).getLen());
  }

  @Test
  void indexCanBeLeftOut() throws Exception {
    Job job = job();
    assertTrue(RecordIOOutputFormat.getWriteIndex(job));
    RecordIOOutputFormat.setWriteIndex(job, false);
    var attempt = new Attempt(job, 0, 0).write(null, new Text("caf\u00e9"));
    attempt.commit();
    assertEquals(List.of("_SUCCESS", "part-m-00000.rec"), Jobs.names(fs(), path("out")));
    List<ReadRecord> records = Records.of(conf(), path("out/part-m-00000.rec"), 0, 100);
    assertEquals(5, records.get(0).length());
  }

  @Test
  void bytesAfterAValuesLengthAreNotWritten() throws Exception {
    var value = bytes("a long value that fills the array");
    var attempt = new Attempt(job(), 0, 0).write(null, value);
    value.setSize(3);
    attempt.write(null, value);
    var text = new Text("a long text");
    text.set("t");
    attempt.write(null, text);
    attempt.commit();
    List<ReadRecord> records = Records.of(conf(), path("out/part-m-00000.rec"), 0, 1000);
    byte[] abc = "a l".getBytes(StandardCharsets.UTF_8);
    assertEquals(
        ReadRecord.of("part-m-00000.rec", records.get(1).offset(), abc, 0, 3), records.get(1));
    assertEquals(1, records.get(2).length());
  }

  @Test
  void recordsWithTheMagicAreCountedAndCutAsLibdmlcDoes() throws Exception {
    byte[] file = ExpectedRecords.bytes("magic.rec");
    Job job = copied("magic.rec", 1);
    assertArrayEquals(file, read(path("out/part-m-00000.rec")));
    var index = new StringBuilder();
    for (ReadRecord record : ExpectedRecords.of("magic")) {
      index.append(index.isEmpty() ? 0 : index.toString().lines().count());
      index.append('\t').append(record.offset()).append('\n');
    }
    assertEquals(index.toString(), readText(path("out/part-m-00000.idx")));
    var counters = job.getCounters();
    assertEquals(99, counters.findCounter(RecordIOCounter.RECORDS_WRITTEN).getValue());
    assertEquals(file.length, counters.findCounter(RecordIOCounter.BYTES_WRITTEN).getValue());
    assertEquals(
        counters.findCounter(RecordIOCounter.MULTI_PART_RECORDS_READ).getValue(),
        counters.findCounter(RecordIOCounter.MULTI_PART_RECORDS_WRITTEN).getValue());
  }

  @Tag("hdfs")
  @Test
  void libdmlcsIndexIsOursToTheByte() throws Exception {
    copied("indexed.rec", 1);
    assertArrayEquals(ExpectedRecords.bytes("indexed.idx"), read(path("out/part-m-00000.idx")));
    assertArrayEquals(ExpectedRecords.bytes("indexed.rec"), read(path("out/part-m-00000.rec")));
  }

  @Tag("hdfs")
  @Test
  void outputOfSeveralTasksIsReadBackWithoutItsIndexes() throws Exception {
    copied("mixed.rec", 7);
    Job back = Jobs.of(conf());
    FileInputFormat.setInputPaths(back, path("out"));
    var digests = new ArrayList<String>();
    for (ReadRecord record : Records.ofAll(new RecordIOInputFormat(), back)) {
      digests.add(record.sha256());
    }
    var expected = new ArrayList<String>();
    ExpectedRecords.of("mixed").forEach(record -> expected.add(record.sha256()));
    digests.sort(null);
    expected.sort(null);
    assertEquals(expected, digests);
  }

  /** Passes lines on as records. */
  public static final class LineMapper extends Mapper<LongWritable, Text, NullWritable, Text> {
    @Override
    protected void map(LongWritable key, Text value, Context context)
        throws IOException, InterruptedException {
      context.write(NullWritable.get(), value);
    }
  }

  @Test
  void linesOfTextBecomeRecords() throws Exception {
    Job job = job();
    job.setInputFormatClass(TextInputFormat.class);
    job.setMapperClass(LineMapper.class);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(Text.class);
    job.setNumReduceTasks(0);
    FileInputFormat.setInputPaths(job, write("lines.txt", "a longer line\nb\n\nlast"));
    Jobs.run(job);
    assertEquals(
        List.of(13L, 1L, 0L, 4L),
        Records.of(conf(), path("out/part-m-00000.rec"), 0, 1000).stream()
            .map(ReadRecord::length)
            .toList());
  }

  @Test
  void compressionIsRefused() throws Exception {
    Job job = job();
    FileOutputFormat.setCompressOutput(job, true);
    var format = new RecordIOOutputFormat<Object, BinaryComparable>();
    var e = assertThrows(IOException.class, () -> format.checkOutputSpecs(job));
    assertTrue(
        e.getMessage().endsWith("unset mapreduce.output.fileoutputformat.compress"),
        e.getMessage());
    assertThrows(IOException.class, () -> new Attempt(job, 0, 0));
  }

  @Tag("hdfs")
  @Test
  void existingOutputIsRefused() throws Exception {
    Job job = job();
    fs().mkdirs(path("out"));
    var format = new RecordIOOutputFormat<Object, BinaryComparable>();
    assertThrows(FileAlreadyExistsException.class, () -> format.checkOutputSpecs(job));
    Configuration without = conf();
    assertThrows(IOException.class, () -> format.checkOutputSpecs(Jobs.of(without)));
  }

  @Test
  void smallBufferWritesTheSameBytes() throws Exception {
    Job job = job();
    job.getConfiguration().set("recordio.output.buffer-size", "16");
    var attempt = new Attempt(job, 0, 0);
    var payloads = new ArrayList<byte[]>();
    for (int i = 0; i < 200; i++) {
      payloads.add(Damage.payload(i, i * 3));
      attempt.write(null, new BytesWritable(payloads.get(i)));
    }
    attempt.commit();
    assertArrayEquals(Damage.file(payloads), read(path("out/part-m-00000.rec")));
    assertFalse(fs().exists(path("out/_temporary")));
  }
}
