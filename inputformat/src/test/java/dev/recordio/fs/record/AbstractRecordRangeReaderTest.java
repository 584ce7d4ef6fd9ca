// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.fs.input.InputRange;
import dev.recordio.testing.ExpectedRecords;
import dev.recordio.testing.FileSystemUnderTest;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Records;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranges of real files: each record is read once, by the range that its first byte is in. */
public abstract class AbstractRecordRangeReaderTest implements FileSystemUnderTest {
  static final List<String> NAMES = ExpectedRecords.NAMES;

  /** Files of at most this many bytes are cut at every byte; lower it if opening is slow. */
  protected int cutEverywhereUpTo() {
    return 100;
  }

  /** About how many cuts a longer file gets. */
  protected int cuts() {
    return 37;
  }

  @ParameterizedTest
  @FieldSource("NAMES")
  void wholeFileIsWhatLibdmlcRead(String name) throws IOException {
    Path file = copy(name + ".rec");
    List<ReadRecord> expected = ExpectedRecords.of(name);
    for (String buffer : List.of("16", "64", "4k", "1m")) {
      assertEquals(
          expected,
          Records.of(
              Records.bufferSize(conf(), buffer), file, 0, fs().getFileStatus(file).getLen()));
    }
  }

  @Tag("hdfs")
  @ParameterizedTest
  @FieldSource("NAMES")
  void twoRangesGiveEachRecordOnce(String name) throws IOException {
    Path file = copy(name + ".rec");
    long length = fs().getFileStatus(file).getLen();
    List<ReadRecord> expected = ExpectedRecords.of(name);
    Configuration conf = Records.bufferSize(conf(), "4k");
    long stride = length <= cutEverywhereUpTo() ? 1 : length / cuts() | 1;
    for (long cut = 0; cut <= length; cut += stride) {
      List<ReadRecord> first = Records.of(conf, file, 0, cut);
      List<ReadRecord> second = Records.of(conf, file, cut, length);
      long at = cut;
      long owned = expected.stream().filter(r -> r.offset() < (at + 3 & -4)).count();
      assertEquals(expected.subList(0, (int) owned), first, () -> "cut at " + at);
      assertEquals(expected.subList((int) owned, expected.size()), second, () -> "cut at " + at);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"magic", "mixed"})
  void threeRangesGiveEachRecordOnce(String name) throws IOException {
    Path file = copy(name + ".rec");
    long length = fs().getFileStatus(file).getLen();
    List<ReadRecord> expected = ExpectedRecords.of(name);
    Configuration conf = Records.bufferSize(conf(), "4k");
    long stride = length / Math.min(7, cuts()) | 1;
    for (long first = 0; first <= length; first += stride) {
      for (long second = first; second <= length; second += stride) {
        var records = new ArrayList<>(Records.of(conf, file, 0, first));
        records.addAll(Records.of(conf, file, first, second));
        records.addAll(Records.of(conf, file, second, length));
        assertEquals(expected, records);
      }
    }
  }

  @Tag("hdfs")
  @Test
  void rangesOfSeveralFilesAreReadInOrderAndReportProgress() throws IOException {
    var ranges = new ArrayList<InputRange>();
    var expected = new ArrayList<ReadRecord>();
    for (String name : List.of("multi/part-2", "multi/part-0", "empty-records")) {
      Path file = copy(name + ".rec");
      ranges.add(new InputRange(file, 0, fs().getFileStatus(file).getLen()));
      expected.addAll(ExpectedRecords.of(name));
    }
    var records = new ArrayList<ReadRecord>();
    try (var reader = new RecordSplitReader(conf(), ranges, DamageTracker.failing())) {
      var key = new LongWritable();
      var value = new BytesWritable();
      float before = reader.progress();
      assertEquals(0, before);
      while (reader.next(key, value)) {
        assertTrue(reader.progress() >= before && reader.progress() <= 1, "progress goes forward");
        before = reader.progress();
        records.add(
            ReadRecord.of(
                reader.path().getName(), key.get(), value.getBytes(), 0, value.getLength()));
      }
      assertEquals(1, reader.progress());
      assertFalse(reader.next(key, value));
      long total = ranges.stream().mapToLong(InputRange::length).sum();
      assertEquals(total, reader.position());
      assertEquals(total, reader.bytesRead());
    }
    assertEquals(expected, records);
  }

  @Tag("hdfs")
  @Test
  void rangeReadsLittleBeyondItsEnd() throws IOException {
    Path file = copy("plain.rec");
    var range = new InputRange(file, 100_000, 50_000);
    Configuration conf = Records.bufferSize(conf(), "1m");
    try (var reader = new RecordSplitReader(conf, List.of(range), DamageTracker.failing())) {
      while (reader.next()) {}
      assertTrue(reader.bytesRead() <= 50_000 + 3_100, "read " + reader.bytesRead());
    }
  }

  @Test
  void partCountsAreThoseOfTheFile() throws IOException {
    Path file = copy("magic.rec");
    var counts = new ArrayList<Integer>();
    var range = new InputRange(file, 0, fs().getFileStatus(file).getLen());
    try (var reader = new RecordSplitReader(conf(), List.of(range), DamageTracker.failing())) {
      while (reader.next()) {
        counts.add(reader.record().parts());
      }
      assertEquals(counts.stream().filter(parts -> parts > 1).count(), reader.multiPartRecords());
    }
    assertEquals(ExpectedRecords.partCounts("magic"), counts);
  }

  @Tag("hdfs")
  @Test
  void firstRecordOffsetIsFoundWithoutReadingRecords() throws IOException {
    Path file = copy("plain.rec");
    List<ReadRecord> all = ExpectedRecords.of("plain");
    long start = all.get(150).offset() + 1;
    try (RecordRangeReader reader =
        RecordInputs.open(conf(), new InputRange(file, start, 10_000), DamageTracker.failing())) {
      assertEquals(all.get(151).offset(), reader.firstRecordOffset());
      assertTrue(reader.next());
      assertEquals(all.get(151).offset(), reader.offset());
    }
    try (RecordRangeReader reader =
        RecordInputs.open(conf(), new InputRange(file, start, 4), DamageTracker.failing())) {
      assertEquals(-1, reader.firstRecordOffset());
      assertFalse(reader.next());
    }
  }
}
