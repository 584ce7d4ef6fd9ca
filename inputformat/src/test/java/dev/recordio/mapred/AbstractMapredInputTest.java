// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapred;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.record.DamagePolicy;
import dev.recordio.testing.ExpectedParts;
import dev.recordio.testing.ExpectedRecords;
import dev.recordio.testing.Faults;
import dev.recordio.testing.FileSystemUnderTest;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Records;
import dev.recordio.testing.Supports;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.lib.CombineFileSplit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** RecordIO through the old API: the splits of the format, and those that engines cut. */
public abstract class AbstractMapredInputTest implements FileSystemUnderTest {
  private final Faults faults = new Faults();
  static final List<String> NAMES = ExpectedRecords.NAMES;

  private static final String[] NOWHERE = {};

  /** Returns about how many ranges a file is cut into. */
  protected abstract int cuts();

  @Tag("hdfs")
  @Test
  void numberOfMapsIsAHintAndTheSmallestSplitIsNot() throws IOException {
    JobConf job = OldApi.job(conf(), copy("mixed.rec"));
    for (int maps : new int[] {0, 1, 7, cuts()}) {
      assertEquals(ExpectedRecords.of("mixed"), OldApi.records(job, maps), maps + " maps");
    }
    job.setLong("mapreduce.input.fileinputformat.split.minsize", Long.MAX_VALUE);
    assertEquals(1, new RecordIOInputFormat().getSplits(job, 50).length);
  }

  @ParameterizedTest
  @FieldSource("NAMES")
  void rangesThatAnEngineCutsGiveEachRecordOnce(String name) throws IOException {
    Path file = copy(name + ".rec");
    long length = ExpectedRecords.bytes(name + ".rec").length;
    JobConf job = OldApi.job(conf(), file);
    // Odd sizes: ranges begin and end within words, headers and payloads.
    long step = Math.max(1, length / cuts()) | 1;
    var records = new ArrayList<ReadRecord>();
    for (long start = 0; start < length; start += step) {
      long size = Math.min(step, length - start);
      records.addAll(OldApi.records(job, new FileSplit(file, start, size, NOWHERE), Reporter.NULL));
      assertEquals(
          List.of(),
          OldApi.records(job, new FileSplit(file, start, 0, NOWHERE), Reporter.NULL),
          "a range of no bytes");
    }
    assertEquals(ExpectedRecords.of(name), records);
  }

  @Test
  void fileOfNoBytesHasNoRecords() throws IOException {
    Path file = write("empty.rec", new byte[0]);
    JobConf job = OldApi.job(conf(), file);
    assertEquals(0, new RecordIOInputFormat().getSplits(job, 1).length);
    var split = new FileSplit(file, 0, 0, NOWHERE);
    assertEquals(List.of(), OldApi.records(job, split, Reporter.NULL));
    assertEquals(0, new RecordIOInputFormat().getRecordReader(split, job, Reporter.NULL).getPos());
  }

  @Test
  void keyAndValueAreTheCallersAndThePositionIsThatOfTheNextRecord() throws IOException {
    List<ReadRecord> expected = ExpectedRecords.of("mixed");
    Path file = copy("mixed.rec");
    long middle = expected.get(100).offset() + 1; // so 101 is the first of the range
    long end = ExpectedRecords.bytes("mixed.rec").length;
    JobConf job = OldApi.job(conf(), file);
    var reporter = new OldApi.Counting();
    RecordReader<LongWritable, BytesWritable> reader =
        new RecordIOInputFormat()
            .getRecordReader(new FileSplit(file, middle, end - middle, NOWHERE), job, reporter);
    var keys = new ArrayList<LongWritable>();
    var values = new ArrayList<BytesWritable>();
    float progress = 0;
    for (int i = 101; i < expected.size(); i++) {
      if (i % 3 != 0) { // reading the position is optional
        assertEquals(expected.get(i).offset(), reader.getPos());
      }
      keys.add(reader.createKey());
      values.add(reader.createValue());
      assertTrue(reader.next(keys.get(i - 101), values.get(i - 101)));
      assertTrue(reader.getProgress() >= progress && reader.getProgress() <= 1);
      progress = reader.getProgress();
    }
    assertFalse(reader.next(new LongWritable(), new BytesWritable()));
    assertEquals(end, reader.getPos());
    assertFalse(reader.next(new LongWritable(), new BytesWritable()));
    reader.close();
    var found = new ArrayList<ReadRecord>();
    for (int i = 0; i < keys.size(); i++) {
      BytesWritable value = values.get(i);
      found.add(
          ReadRecord.of("mixed.rec", keys.get(i).get(), value.getBytes(), 0, value.getLength()));
    }
    assertEquals(expected.subList(101, expected.size()), found);
    assertEquals(149, reporter.counts.get("RECORDS_READ"));
    assertTrue(reporter.counts.get("BYTES_READ") >= end - expected.get(101).offset());
  }

  private void assertParts(String table, String input, List<ReadRecord> all) throws IOException {
    JobConf job = new JobConf(conf());
    RecordIOInputFormat.setInput(job, input);
    for (var entry : ExpectedParts.of(table).entrySet()) {
      RangeInputFormat.setParts(job, entry.getKey());
      InputSplit[] splits = new RecordIOInputFormat().getSplits(job, 3);
      assertEquals(entry.getKey(), splits.length);
      for (ExpectedParts part : entry.getValue()) {
        assertEquals(
            Records.unnamed(part.of(all)),
            Records.unnamed(OldApi.records(job, splits[part.part()], Reporter.NULL)),
            () -> part + " of " + table);
      }
    }
  }

  @Tag("hdfs")
  @Test
  @Supports(row = "dmlc-core's exact N parts (recordio.input.parts)", engine = "old API, Streaming")
  void partsAreLibdmlcs() throws IOException {
    assertParts("magic", copy("magic.rec").toString(), ExpectedRecords.of("magic"));
    var input = new StringBuilder();
    var all = new ArrayList<ReadRecord>();
    for (String file : List.of("multi/part-0", "multi/part-1", "multi/part-2")) {
      input.append(input.isEmpty() ? "" : ";").append(copy(file + ".rec"));
      all.addAll(ExpectedRecords.of(file));
    }
    assertParts("multi/list", input.toString(), all);
  }

  @Test
  void partOverFilesIsACombinedSplitAndOthersArePlain() throws IOException {
    JobConf job = new JobConf(conf());
    RecordIOInputFormat.setInput(job, copy("multi/part-0.rec") + ";" + copy("multi/part-2.rec"));
    RangeInputFormat.setParts(job, 5);
    InputSplit[] splits = new RecordIOInputFormat().getSplits(job, 1);
    assertInstanceOf(FileSplit.class, splits[1]);
    assertInstanceOf(CombineFileSplit.class, splits[2]);
    assertEquals(2, RangeInputFormat.ranges(splits[2]).size());
  }

  @Tag("hdfs")
  @Test
  void folderIsListedWithoutItsIndexesAndPlanningOpensNoFile() throws IOException {
    write("in/b.rec", ExpectedRecords.bytes("magic.rec"));
    write("in/a.rec", ExpectedRecords.bytes("tiny.rec"));
    write("in/a.idx", "0\t0\n");
    write("in/c.rec.gz", new byte[11]);
    Configuration conf = conf();
    JobConf job = OldApi.job(conf, faults.over(conf, path("in")));
    InputSplit[] splits = new RecordIOInputFormat().getSplits(job, 20);
    assertTrue(splits.length > 18, splits.length + " splits");
    assertEquals("c.rec.gz", ((FileSplit) splits[splits.length - 1]).getPath().getName());
    assertEquals(11, splits[splits.length - 1].getLength(), "packed files are one split");
    assertEquals(0, faults.opened());
    assertFalse(new RecordIOInputFormat().isSplitable(fs(), path("in/c.rec.gz")));
    assertTrue(new RecordIOInputFormat().isSplitable(fs(), path("in/b.rec")));
  }

  private Path damaged() throws IOException {
    return write("cut.rec", ExpectedRecords.bytes("damaged/cut-in-payload.rec"));
  }

  @Test
  @Supports(row = "damaged records: fail, skip, quarantine", engine = "old API, Streaming")
  void damageIsSkippedAndCounted() throws IOException {
    JobConf job = OldApi.job(conf(), damaged());
    RecordIOInputFormat.setCorruptRecordPolicy(job, DamagePolicy.SKIP);
    InputSplit split = new RecordIOInputFormat().getSplits(job, 1)[0];
    var reporter = new OldApi.Counting();
    assertEquals(6, OldApi.records(job, split, reporter).size());
    assertEquals(6, reporter.counts.get("RECORDS_READ"));
    assertEquals(1, reporter.counts.get("DAMAGED_RECORDS"));
    assertEquals(8, reporter.counts.get("DAMAGED_BYTES"));
    assertNull(reporter.counts.get("RESYNCS"));
  }

  @Tag("hdfs")
  @Test
  @Supports(row = "damaged records: fail, skip, quarantine", engine = "old API, Streaming")
  void damageIsQuarantinedInTheWorkPathOfTheAttemptOrTheConfiguredFolder() throws IOException {
    JobConf job = OldApi.job(conf(), damaged());
    RecordIOInputFormat.setCorruptRecordPolicy(job, DamagePolicy.QUARANTINE);
    InputSplit split = new RecordIOInputFormat().getSplits(job, 1)[0];
    var e =
        assertThrows(
            InvalidSettingException.class, () -> OldApi.records(job, split, Reporter.NULL));
    assertTrue(e.getMessage().contains("quarantine-dir"), e.getMessage());

    // What a task of the old API finds in its job.
    job.set("mapreduce.task.output.dir", path("work").toString());
    job.set("mapreduce.task.attempt.id", "attempt_1_0001_m_000000_0");
    assertEquals(6, OldApi.records(job, split, Reporter.NULL).size());
    String line = readText(path("work/_quarantine/attempt_1_0001_m_000000_0.tsv"));
    assertTrue(line.startsWith(path("cut.rec") + "\t192\t200\ttruncated record"), line);

    job.unset("mapreduce.task.attempt.id");
    job.set("recordio.input.corrupt-record.quarantine-dir", path("told").toString());
    OldApi.records(job, split, Reporter.NULL);
    OldApi.records(job, split, Reporter.NULL);
    FileStatus[] told = fs().listStatus(path("told"));
    assertEquals(2, told.length, "one for each reader");
    assertEquals(line, readText(told[0].getPath()));
  }

  /** Tez reads the splits of a task under one attempt, whose name is the same in all its jobs. */
  @Test
  void readersOfATaskOfTezKeepEachOthersQuarantine() throws IOException {
    JobConf job = OldApi.job(conf(), damaged());
    RecordIOInputFormat.setCorruptRecordPolicy(job, DamagePolicy.QUARANTINE);
    job.set("recordio.input.corrupt-record.quarantine-dir", path("told").toString());
    job.set("mapreduce.task.attempt.id", "attempt_1_0001_m_000000_0");
    job.set("tez.mapreduce.vertex.index", "0");
    InputSplit split = new RecordIOInputFormat().getSplits(job, 1)[0];
    OldApi.records(job, split, Reporter.NULL);
    OldApi.records(job, split, Reporter.NULL);
    FileStatus[] told = fs().listStatus(path("told"));
    assertEquals(2, told.length, "one for each reader");
    for (FileStatus list : told) {
      String name = list.getPath().getName();
      assertTrue(name.matches("attempt_1_0001_m_000000_0-.*\\.tsv"), name);
      String line = readText(list.getPath());
      assertTrue(line.startsWith(path("cut.rec") + "\t192\t200\t"), line);
    }
  }

  /** A split that is no range of files. */
  private static final class StrangeSplit implements InputSplit {
    @Override
    public long getLength() {
      return 0;
    }

    @Override
    public String[] getLocations() {
      return NOWHERE;
    }

    @Override
    public void write(DataOutput out) {}

    @Override
    public void readFields(DataInput in) {}
  }

  @Test
  void splitOfAnotherKindIsRefused() throws IOException {
    JobConf job = new JobConf(conf());
    var e =
        assertThrows(
            IllegalArgumentException.class,
            () -> OldApi.records(job, new StrangeSplit(), Reporter.NULL));
    assertTrue(e.getMessage().endsWith("StrangeSplit"), e.getMessage());
  }
}
