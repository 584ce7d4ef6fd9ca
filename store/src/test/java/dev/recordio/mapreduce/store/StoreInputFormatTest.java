// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.store.StoreRecord;
import dev.recordio.store.TestStore;
import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import dev.recordio.store.split.PlannedSplit;
import dev.recordio.store.split.StoreSplitReader;
import dev.recordio.task.RecordIOCounter;
import dev.recordio.task.TaskCounters;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs of both APIs read each live record of one generation once. */
@Supports(
    row = "record stores: fields by id, appended, updated, deleted",
    engine = {"MapReduce", "old API, Streaming"})
class StoreInputFormatTest {
  private static final TaskAttemptID ATTEMPT = new TaskAttemptID("test", 1, TaskType.MAP, 0, 0);

  @TempDir static java.nio.file.Path shared;
  private static TestStore unchanged;

  @TempDir java.nio.file.Path folder;

  private Configuration conf;
  private Path path;
  private TestStore store;

  /** Local files, each chunk on a host of its own. */
  public static final class OnHosts extends LocalFileSystem {
    @Override
    public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long length) {
      String[] hosts = {"host-" + file.getPath().getName()};
      return new BlockLocation[] {new BlockLocation(hosts, hosts, 0, file.getLen())};
    }
  }

  @BeforeAll
  static void makeOnce() throws IOException {
    unchanged = TestStore.changed(LocalFiles.checked(), new Path(LocalFiles.path(shared), "store"));
  }

  @BeforeEach
  void take() {
    conf = LocalFiles.checked();
    store = unchanged;
    path = store.store().path();
  }

  /** Makes a store that the test changes. */
  private void makeOwn() throws IOException {
    path = new Path(LocalFiles.path(folder), "store");
    store = new TestStore(conf, path);
    store.append(300);
  }

  private Job job() throws IOException {
    Job job = Job.getInstance(conf);
    StoreInputFormat.setStore(job, path);
    return job;
  }

  private static <W extends Writable> W again(W from, W to) throws IOException {
    var out = new DataOutputBuffer();
    from.write(out);
    var in = new DataInputBuffer();
    in.reset(out.getData(), out.getLength());
    to.readFields(in);
    return to;
  }

  private static List<InputSplit> splits(Job job) throws IOException {
    return new StoreInputFormat().getSplits(job);
  }

  /** Returns the records of splits, as tasks read them, in the order of the splits. */
  private List<StoreRecord> records(Job job, List<InputSplit> splits) throws Exception {
    var all = new ArrayList<StoreRecord>();
    for (InputSplit split : splits) {
      var context = new TaskAttemptContextImpl(job.getConfiguration(), ATTEMPT);
      try (var reader = new StoreInputFormat().createRecordReader(split, context)) {
        reader.initialize(again((StoreSplit) split, new StoreSplit()), context);
        while (reader.nextKeyValue()) {
          var copy = new StoreRecord();
          copy.copyFrom(reader.getCurrentValue());
          assertEquals(copy.id(), reader.getCurrentKey().get());
          all.add(copy);
        }
        assertEquals(1f, reader.getProgress());
      }
    }
    return all;
  }

  private List<StoreRecord> expected(List<Long> ids, StoreSchema fields) {
    return ids.stream().map(id -> store.expected(id, fields)).toList();
  }

  @ParameterizedTest
  @CsvSource({"1500, 1", "5000, 1", "9999999, 1", "300, 20000"})
  void splitsTogetherHaveEachLiveRecordOnce(long maxSize, long minSize) throws Exception {
    Job job = job();
    FileInputFormat.setMaxInputSplitSize(job, maxSize);
    FileInputFormat.setMinInputSplitSize(job, minSize);
    List<InputSplit> splits = splits(job);
    assertEquals(expected(store.liveIds(), TestStore.SCHEMA), records(job, splits));
    long size = Math.max(minSize, Math.min(maxSize, 4096));
    for (InputSplit split : splits) {
      long ids = ((StoreSplit) split).split().ids().count();
      assertTrue(ids == 1 || split.getLength() <= 1.3 * size + 8 * 41, split + " " + size);
    }
  }

  @Test
  void smallChunksAreReadTogetherAndHostsAreThoseOfTheBytes() throws Exception {
    conf.setClass("fs.file.impl", OnHosts.class, FileSystem.class);
    conf.setBoolean("fs.file.impl.disable.cache", true);
    Job job = job();
    List<InputSplit> chunks = splits(job);
    FileInputFormat.setMinInputSplitSize(job, 20_000);
    List<InputSplit> large = splits(job);
    assertTrue(large.size() < chunks.size() / 2, large.size() + " of " + chunks.size());
    Set<String> hosts = new LinkedHashSet<>();
    for (InputSplit split : chunks) {
      assertTrue(split.getLocations().length > 0);
      assertTrue(split.getLocations().length <= 3);
      hosts.addAll(List.of(split.getLocations()));
    }
    assertTrue(hosts.size() >= chunks.size() / 2, hosts.size() + " of " + chunks.size());
    for (String host : hosts) {
      assertTrue(host.matches("host-[0-9a-f]{32}\\.chunk"), host);
    }
  }

  @Test
  void idsAndFieldsThatAreRequested() throws Exception {
    Job job = job();
    StoreInputFormat.setIds(job, "598, 3-9,8-12 ,0,0");
    StoreInputFormat.setFields(job, "text", "label");
    var fields =
        new StoreSchema(List.of(TestStore.SCHEMA.field("text"), TestStore.SCHEMA.field("label")));
    List<Long> ids =
        LongStream.concat(LongStream.rangeClosed(3, 12), LongStream.of(598)).boxed().toList();
    for (long size : new long[] {1, 100, 1 << 20}) { // the least: a split a record
      FileInputFormat.setMaxInputSplitSize(job, size);
      assertTrue(size > 1 || splits(job).size() == ids.size() + 1, "0 is deleted");
      assertEquals(expected(ids, fields), records(job, splits(job)));
    }
  }

  @Test
  void aGenerationStaysWhateverIsCommitted() throws Exception {
    makeOwn();
    Job job = job();
    List<InputSplit> splits = splits(job);
    List<StoreRecord> then = expected(store.liveIds(), TestStore.SCHEMA);
    long generation = store.store().snapshot().generation();
    store.swap(List.of(3, 4));
    store.update(List.of(8));
    store.append(50);
    assertEquals(then, records(job, splits));
    assertEquals(expected(store.liveIds(), TestStore.SCHEMA), records(job, splits(job)));
    StoreInputFormat.setGeneration(job, generation);
    assertEquals(then, records(job, splits(job)));
    store.store().tag("then", generation);
    StoreInputFormat.setGeneration(job, -1);
    StoreInputFormat.setTag(job, "then");
    assertEquals(then, records(job, splits(job)));
  }

  @Test
  void theOtherApiReadsTheSame() throws Exception {
    var format = new dev.recordio.mapred.store.StoreInputFormat();
    for (int maps : new int[] {1, 7, 30}) {
      var job = new JobConf(conf);
      org.apache.hadoop.mapred.FileInputFormat.setInputPaths(job, path);
      var all = new ArrayList<StoreRecord>();
      org.apache.hadoop.mapred.InputSplit[] splits = format.getSplits(job, maps);
      assertTrue(splits.length >= Math.min(7, maps));
      for (org.apache.hadoop.mapred.InputSplit split : splits) {
        assertEquals("store", ((FileSplit) split).getPath().getName());
        var read =
            again(
                (dev.recordio.mapred.store.StoreSplit) split,
                new dev.recordio.mapred.store.StoreSplit());
        try (var reader = format.getRecordReader(read, job, Reporter.NULL)) {
          LongWritable key = reader.createKey();
          StoreRecord value = reader.createValue();
          while (reader.next(key, value)) {
            assertEquals(value.id(), key.get());
            var copy = new StoreRecord();
            copy.copyFrom(value);
            all.add(copy);
          }
        }
      }
      assertEquals(expected(store.liveIds(), TestStore.SCHEMA), all);
    }
  }

  @Test
  void otherFieldsAreNotRead() throws Exception {
    var schema = TestStore.schema("image=u1[20000]", "label=f4");
    path = new Path(LocalFiles.path(folder), "images");
    store = new TestStore(conf, path, schema);
    store.append(100);
    Job job = job();
    StoreInputFormat.setFields(job, "label");
    List<InputSplit> splits = splits(job);
    assertEquals(1, splits.size(), "a chunk of labels is small");
    var counts = new EnumMap<RecordIOCounter, Long>(RecordIOCounter.class);
    TaskCounters counters =
        new TaskCounters() {
          @Override
          public void add(Enum<?> counter, long amount) {
            counts.merge((RecordIOCounter) counter, amount, Long::sum);
          }

          @Override
          public void add(String group, String counter, long amount) {
            throw new AssertionError(counter);
          }
        };
    PlannedSplit split = ((StoreSplit) splits.get(0)).split();
    try (var reader = new StoreSplitReader(conf, path, List.of("label"), split, counters)) {
      while (reader.next()) {
        assertEquals(1, reader.record().schema().fields().size());
      }
    }
    long read = counts.get(RecordIOCounter.BYTES_READ);
    assertTrue(read > 0 && read < 100 * 20_000 / 100, read + " bytes");
    assertEquals(100, counts.get(RecordIOCounter.RECORDS_READ));
    counts.clear();
    try (var reader = new StoreSplitReader(conf, path, List.of(), split, counters)) {
      while (reader.next()) {
        assertEquals(0, reader.record().schema().fields().size());
      }
    }
    assertEquals(0, counts.get(RecordIOCounter.BYTES_READ), "ids alone");
    assertEquals(100, counts.get(RecordIOCounter.RECORDS_READ));
  }

  @ParameterizedTest
  @CsvSource({
    "recordio.store.fields, lable, did you mean label",
    "recordio.store.ids, '7,,8', is no range",
    "recordio.store.ids, 9-8, is no range",
    "recordio.store.ids, 5-700, id 700 is not in the store",
    "recordio.store.generation, -7, -7"
  })
  void refused(String key, String value, String message) throws IOException {
    Job job = job();
    job.getConfiguration().set(key, value);
    var refused = assertThrows(InvalidSettingException.class, () -> splits(job));
    assertTrue(refused.getMessage().contains(message), refused.getMessage());
  }

  @Test
  void oneStore() throws IOException {
    Job job = job();
    FileInputFormat.addInputPath(job, new Path(path, "other"));
    var refused = assertThrows(InvalidSettingException.class, () -> splits(job));
    assertTrue(refused.getMessage().contains("one store"), refused.getMessage());
  }

  @Test
  void aNewFieldHasRecordsWithoutValues() throws Exception {
    makeOwn();
    store.store().alter(List.of(StoreField.parse("score=f8")), List.of());
    Job job = job();
    StoreInputFormat.setFields(job, "score");
    var fields = TestStore.schema("score=f8");
    for (long size : new long[] {100, 1 << 20}) {
      FileInputFormat.setMaxInputSplitSize(job, size);
      List<InputSplit> splits = splits(job);
      assertEquals(expected(store.liveIds(), fields), records(job, splits));
      assertTrue(size > 100 || splits.size() > 20, "a record counts as 8 bytes");
    }
  }

  @Test
  void aSingleRecordWithoutValuesIsReadToo() throws Exception {
    path = new Path(LocalFiles.path(folder), "single");
    store = new TestStore(conf, path);
    store.append(1);
    store.store().alter(List.of(StoreField.parse("score=f8")), List.of());
    Job job = job();
    StoreInputFormat.setFields(job, "score");
    assertEquals(expected(List.of(0L), TestStore.schema("score=f8")), records(job, splits(job)));
  }

  @Test
  void aStoreWithoutRecords() throws Exception {
    path = new Path(LocalFiles.path(folder), "empty");
    store = new TestStore(conf, path);
    assertEquals(List.of(), splits(job()));
  }
}
