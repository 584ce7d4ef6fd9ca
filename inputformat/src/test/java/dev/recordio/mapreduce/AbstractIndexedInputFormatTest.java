// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.mapreduce.indexed.IndexedSplit;
import dev.recordio.task.RecordIOCounter;
import dev.recordio.testing.ExpectedParts;
import dev.recordio.testing.ExpectedRecords;
import dev.recordio.testing.FileSystemUnderTest;
import dev.recordio.testing.Jobs;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Records;
import dev.recordio.testing.Supports;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Records by number: parts by count, ranges, keys, shuffles and batches. */
@Supports(
    row = "records by number, key or range; parts of equal count; batches",
    engine = "MapReduce")
public abstract class AbstractIndexedInputFormatTest implements FileSystemUnderTest {
  private static final List<String> MANY =
      List.of("multi/part-0", "indexed", "tiny", "magic", "multi/part-1", "empty-records");

  private final IndexedRecordIOInputFormat format = new IndexedRecordIOInputFormat();

  private Job job(String input) throws IOException {
    Job job = Jobs.of(conf());
    RecordIOInputFormat.setInput(job, input);
    return job;
  }

  private Job indexed(String index) throws IOException {
    Job job = job(copy("indexed.rec").toString());
    write("indexed.idx", ExpectedRecords.bytes(index + ".idx"));
    return job;
  }

  /** Several files, of which only some have an index. */
  private Job many() throws IOException {
    var input = new StringBuilder();
    for (String name : MANY) {
      input.append(input.isEmpty() ? "" : ";").append(copy(name + ".rec"));
    }
    copy("indexed.idx");
    return job(input.toString());
  }

  /** Returns the records of fixtures, with their numbers in the place of offsets. */
  private static List<ReadRecord> numbered(List<String> names) {
    var all = new ArrayList<ReadRecord>();
    for (String name : names) {
      for (ReadRecord record : ExpectedRecords.of(name)) {
        all.add(new ReadRecord("?", all.size(), record.length(), record.sha256()));
      }
    }
    return all;
  }

  private List<List<ReadRecord>> read(Job job) throws Exception {
    var splits = new ArrayList<List<ReadRecord>>();
    for (InputSplit split : format.getSplits(job)) {
      splits.add(Records.of(format, sent((IndexedSplit) split), job.getConfiguration()));
    }
    return splits;
  }

  private static List<ReadRecord> joined(List<List<ReadRecord>> splits) {
    return splits.stream().flatMap(List::stream).toList();
  }

  /** Returns a split as a task gets it. */
  private static IndexedSplit sent(IndexedSplit split) throws IOException {
    var out = new DataOutputBuffer();
    split.write(out);
    var in = new DataInputBuffer();
    in.reset(out.getData(), out.getLength());
    var sent = new IndexedSplit();
    sent.readFields(in);
    assertEquals(split.pieces(), sent.pieces());
    assertEquals(split.getLength(), sent.getLength());
    assertTrue(out.getLength() < 250 * (1 + split.pieces().size()), "a split is small");
    return sent;
  }

  @Tag("hdfs")
  @ParameterizedTest
  @ValueSource(strings = {"indexed", "indexed-unsorted"})
  void partsAreLibdmlcs(String index) throws Exception {
    Job job = indexed(index);
    List<ReadRecord> all = numbered(List.of("indexed"));
    for (var entry : ExpectedParts.of(index + ".byindex").entrySet()) {
      IndexedRecordIOInputFormat.setParts(job, entry.getKey());
      List<List<ReadRecord>> splits = read(job);
      assertEquals(entry.getKey(), splits.size());
      for (ExpectedParts part : entry.getValue()) {
        assertEquals(part.of(all), splits.get(part.part()), part::toString);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 50, 500})
  void equalPartsOfManyFilesDifferByOneRecordAtMost(int parts) throws Exception {
    Job job = many();
    IndexedRecordIOInputFormat.setEqualParts(job, parts);
    List<List<ReadRecord>> splits = read(job);
    assertEquals(parts, splits.size());
    List<Integer> sizes = splits.stream().map(List::size).toList();
    int most = sizes.stream().max(Comparator.naturalOrder()).orElseThrow();
    int least = sizes.stream().min(Comparator.naturalOrder()).orElseThrow();
    assertTrue(most - least <= 1, least + " to " + most);
    assertEquals(numbered(MANY), joined(splits));
  }

  @Tag("hdfs")
  @Test
  void splitsBySizeAreThoseOfThePlainFormatWithoutEmptyOnes() throws Exception {
    Job job = many();
    FileInputFormat.setMaxInputSplitSize(job, 3000);
    var plain = new RecordIOInputFormat();
    var expected = new ArrayList<List<ReadRecord>>();
    for (InputSplit split : plain.getSplits(job)) {
      List<ReadRecord> records = Records.of(plain, split, job.getConfiguration());
      if (!records.isEmpty()) {
        expected.add(records.stream().map(AbstractIndexedInputFormatTest::digest).toList());
      }
    }
    List<List<ReadRecord>> splits = read(job);
    assertTrue(splits.size() > 20, splits.size() + " splits");
    assertEquals(
        expected,
        splits.stream()
            .map(records -> records.stream().map(AbstractIndexedInputFormatTest::digest).toList())
            .toList());
    assertEquals(numbered(MANY), joined(splits));
    for (InputSplit split : format.getSplits(job)) {
      assertTrue(split.getLocations().length > 0, "hosts of " + split);
    }
  }

  private static ReadRecord digest(ReadRecord record) {
    return new ReadRecord("?", 0, record.length(), record.sha256());
  }

  @ParameterizedTest
  @CsvSource({"0,0", "0,9", "35,170", "100,100000", "5000,6000"})
  void rowsAreReadAndNothingElse(int first, int last) throws Exception {
    List<ReadRecord> all = numbered(MANY);
    List<ReadRecord> expected =
        all.subList(Math.min(all.size(), first), Math.min(all.size(), last + 1));
    Job job = many();
    IndexedRecordIOInputFormat.setRows(job, first, last);
    FileInputFormat.setMaxInputSplitSize(job, 2000);
    List<List<ReadRecord>> splits = read(job);
    assertEquals(expected, joined(splits));
    assertTrue(splits.stream().noneMatch(List::isEmpty), "splits without records are not made");
    IndexedRecordIOInputFormat.setEqualParts(job, 3);
    assertEquals(expected, joined(read(job)));
  }

  @Tag("hdfs")
  @Test
  void keysAreReadAndNothingElse() throws Exception {
    Job job = indexed("indexed");
    List<ReadRecord> all = numbered(List.of("indexed"));
    IndexedRecordIOInputFormat.setKeys(job, 100, 3, 44, 3, 120);
    List<ReadRecord> expected = List.of(all.get(3), all.get(44), all.get(100), all.get(120));
    assertEquals(expected, joined(read(job)));
    IndexedRecordIOInputFormat.setEqualParts(job, 3);
    assertEquals(
        List.of(expected.subList(0, 2), expected.subList(2, 3), expected.subList(3, 4)), read(job));
    IndexedRecordIOInputFormat.setRows(job, 44, 119);
    assertEquals(List.of(all.get(44), all.get(100)), assertKeysMissing(job, "3, 120"));
  }

  private List<ReadRecord> assertKeysMissing(Job job, String keys) throws Exception {
    var e = assertThrows(FileNotFoundException.class, () -> format.getSplits(job));
    assertEquals("no record has the key " + keys, e.getMessage());
    IndexedRecordIOInputFormat.setKeys(job, 44, 100);
    return joined(read(job));
  }

  @Test
  void recordsThatShareAKeyAreAllRead() throws Exception {
    Job job = indexed("indexed");
    var lines = new StringBuilder();
    for (ReadRecord record : ExpectedRecords.of("indexed")) {
      lines.append(record.offset() % 3).append('\t').append(record.offset()).append('\n');
    }
    write("indexed.idx", lines.toString());
    IndexedRecordIOInputFormat.setKeys(job, 1);
    List<ReadRecord> found = joined(read(job));
    List<ReadRecord> all = numbered(List.of("indexed"));
    var expected = new ArrayList<ReadRecord>();
    for (int i = 0; i < all.size(); i++) {
      if (ExpectedRecords.of("indexed").get(i).offset() % 3 == 1) {
        expected.add(all.get(i));
      }
    }
    assertTrue(expected.size() > 10);
    assertEquals(expected, found);
  }

  @Test
  @Supports(row = "another order for every epoch, nothing rewritten", engine = "MapReduce")
  void shuffledSplitsHoldTheSameRecordsInAnOrderOfSeedAndEpoch() throws Exception {
    Job job = many();
    RecordIOConf.INPUT_SHUFFLE_BLOCK.set(job.getConfiguration(), 4);
    IndexedRecordIOInputFormat.setEqualParts(job, 3);
    List<List<ReadRecord>> inOrder = read(job);
    IndexedRecordIOInputFormat.setShuffle(job, 7, 0);
    List<List<ReadRecord>> shuffled = read(job);
    assertEquals(shuffled, read(job));
    for (int i = 0; i < 3; i++) {
      assertNotEquals(inOrder.get(i), shuffled.get(i));
      assertEquals(
          inOrder.get(i),
          shuffled.get(i).stream().sorted(Comparator.comparing(ReadRecord::offset)).toList());
    }
    IndexedRecordIOInputFormat.setShuffle(job, 7, 1);
    assertNotEquals(shuffled, read(job));
    IndexedRecordIOInputFormat.setShuffle(job, 8, 0);
    assertNotEquals(shuffled, read(job));
  }

  @Test
  void keysCanBeShuffledToo() throws Exception {
    Job job = indexed("indexed");
    long[] keys = {5, 17, 18, 19, 60, 61, 62, 63, 90, 119};
    IndexedRecordIOInputFormat.setKeys(job, keys);
    RecordIOConf.INPUT_SHUFFLE_BLOCK.set(job.getConfiguration(), 1);
    IndexedRecordIOInputFormat.setShuffle(job, 1, 0);
    long[] numbers = joined(read(job)).stream().mapToLong(ReadRecord::offset).toArray();
    assertTrue(!Arrays.equals(keys, numbers), Arrays.toString(numbers));
    Arrays.sort(numbers);
    assertEquals(Arrays.toString(keys), Arrays.toString(numbers));
  }

  @Test
  void indexThatMissesARecordIsAnErrorInEveryWayOfReading() throws Exception {
    Job job = indexed("indexed");
    var lines = new ArrayList<String>();
    for (ReadRecord record : ExpectedRecords.of("indexed")) {
      lines.add(lines.size() * 37 % 121 + "\t" + record.offset());
    }
    assertTrue(lines.removeIf(line -> line.startsWith("120\t")), "the rest could be all");
    write("indexed.idx", String.join("\n", lines));
    assertMisfit(job);
    IndexedRecordIOInputFormat.setEqualParts(job, 4);
    assertMisfit(job);
    IndexedRecordIOInputFormat.setShuffle(job, 1, 1);
    assertMisfit(job);
  }

  private void assertMisfit(Job job) {
    var e = assertThrows(MalformedRecordException.class, () -> read(job));
    assertTrue(e.getMessage().startsWith("the index does not fit the file"), e.getMessage());
    assertTrue(e.getMessage().contains("indexed.rec"), e.getMessage());
  }

  @Tag("hdfs")
  @Test
  void fileThatChangesAfterPlanningIsAnError() throws Exception {
    Job job = indexed("indexed");
    IndexedRecordIOInputFormat.setEqualParts(job, 2);
    List<InputSplit> splits = format.getSplits(job);
    write("indexed.rec", ExpectedRecords.bytes("plain.rec"));
    for (boolean shuffle : new boolean[] {false, true}) {
      RecordIOConf.INPUT_SHUFFLE.set(job.getConfiguration(), shuffle);
      for (InputSplit split : splits) {
        assertThrows(
            MalformedRecordException.class,
            () -> Records.of(format, split, job.getConfiguration()));
      }
    }
  }

  @Test
  void damagedRecordsArePassedOverAndTheOthersKeepTheirNumbers() throws Exception {
    Job job = indexed("indexed");
    byte[] bytes = ExpectedRecords.bytes("indexed.rec");
    bytes[(int) ExpectedRecords.of("indexed").get(30).offset()] ^= 1;
    write("indexed.rec", bytes);
    IndexedRecordIOInputFormat.setEqualParts(job, 4);
    assertThrows(MalformedRecordException.class, () -> read(job));
    RecordIOConf.CORRUPT_POLICY.set(job.getConfiguration(), "skip");
    var expected = new ArrayList<>(numbered(List.of("indexed")));
    expected.remove(30);
    assertEquals(expected, joined(read(job)));
  }

  @Tag("hdfs")
  @Test
  void jobReadsAllRecordsAndCountsFilesWithoutAnIndex() throws Exception {
    Path output = path("out");
    Job files = many();
    Job job = Jobs.describing(files.getConfiguration(), output);
    job.setInputFormatClass(IndexedRecordIOInputFormat.class);
    IndexedRecordIOInputFormat.setEqualParts(job, 4);
    Jobs.run(job);
    List<List<ReadRecord>> tasks = Jobs.described(this, output);
    assertEquals(4, tasks.size());
    assertEquals(new HashSet<>(numbered(MANY)), new HashSet<>(joined(tasks)));
    var counters = job.getCounters();
    assertEquals(
        numbered(MANY).size(), counters.findCounter(RecordIOCounter.RECORDS_READ).getValue());
    assertEquals(
        MANY.size() - 1, counters.findCounter(RecordIOCounter.FILES_WITHOUT_INDEX).getValue());
  }
}
