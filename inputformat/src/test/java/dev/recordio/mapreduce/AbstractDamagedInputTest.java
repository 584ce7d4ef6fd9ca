// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.DamagePolicy;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.QuarantineFile;
import dev.recordio.fs.record.RecordSplitReader;
import dev.recordio.task.RecordIOCounter;
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
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged files under each policy, read directly and in jobs. */
@Supports(row = "damaged records: fail, skip, quarantine", engine = "MapReduce")
public abstract class AbstractDamagedInputTest implements FileSystemUnderTest {
  /** A damaged fixture: what is sound in it, and where its damage begins and ends. */
  private enum Fixture {
    CUT_BETWEEN_PARTS(6, 192, 204, "truncated record", "the header of part 2 at offset 204"),
    CUT_IN_HEADER(9, 248, 252, "truncated record", "a record's header of 8 bytes"),
    CUT_IN_PAYLOAD(6, 192, 200, "truncated record, or a wrong length", "at most 0 bytes"),
    LEADING_GARBAGE(5, 0, 12, "not a RecordIO file", "the magic 0A 23 D7 CE"),
    NOT_MULTIPLE_OF_4(5, 172, 174, "truncated record", "a record's header of 8 bytes"),
    STARTS_MID_RECORD(5, 0, 12, "broken record", "a part with cflag 0 or 1");

    private final int sound;
    private final long begin;
    private final long end;
    private final String what;
    private final String expected;

    Fixture(int sound, long begin, long end, String what, String expected) {
      this.sound = sound;
      this.begin = begin;
      this.end = end;
      this.what = what;
      this.expected = expected;
    }

    String file() {
      return name().toLowerCase(Locale.ROOT).replace("_4", "-4").replace('_', '-') + ".rec";
    }
  }

  private Configuration conf(DamagePolicy policy) {
    Configuration conf = conf();
    conf.set("recordio.input.corrupt-record.policy", policy.name().toLowerCase(Locale.ROOT));
    return conf;
  }

  private Path copy(Fixture fixture) throws IOException {
    return write(fixture.file(), ExpectedRecords.bytes("damaged/" + fixture.file()));
  }

  @ParameterizedTest
  @EnumSource
  void failNamesFileOffsetExpectedAndFound(Fixture fixture) throws IOException {
    Path file = copy(fixture);
    var e = assertThrows(MalformedRecordException.class, () -> Records.of(conf(), file, 0, 1000));
    assertEquals(fixture.begin, e.offset());
    assertEquals(file.toString(), e.path());
    assertEquals(fixture.what, e.what());
    assertTrue(e.expected().startsWith(fixture.expected), e.expected());
    assertFalse(e.found().isEmpty());
    assertEquals(-1, e.line());
    assertTrue(
        e.getMessage().startsWith(e.what() + ": " + file + " at offset " + fixture.begin),
        e.getMessage());
  }

  @ParameterizedTest
  @EnumSource
  void skipReadsWhatIsSoundAndCountsTheRest(Fixture fixture) throws IOException {
    Path file = copy(fixture);
    Configuration conf = conf(DamagePolicy.SKIP);
    DamageTracker damage = DamageTracker.of(conf, null);
    List<ReadRecord> sound = Records.of(conf, file, 0, 1000, damage);
    assertEquals(fixture.sound, sound.size());
    assertEquals(fixture.sound, damage.soundRecords());
    assertEquals(1, damage.damagedRecords());
    assertEquals(fixture.end - fixture.begin, damage.damagedBytes());
    assertEquals(fixture.begin == 0 ? 1 : 0, damage.resyncs());
  }

  @ParameterizedTest
  @EnumSource
  void quarantineWritesPathRangeAndReason(Fixture fixture) throws IOException {
    Path file = copy(fixture);
    Configuration conf = conf(DamagePolicy.QUARANTINE);
    Path list = path("list.tsv");
    try (var quarantine = new QuarantineFile(conf, list)) {
      DamageTracker damage = DamageTracker.of(conf, quarantine);
      assertEquals(fixture.sound, Records.of(conf, file, 0, 1000, damage).size());
    }
    String[] words = readText(list).split("\t");
    assertEquals(4, words.length);
    assertEquals(file.toString(), words[0]);
    assertEquals(fixture.begin, Long.parseLong(words[1]));
    assertEquals(fixture.end, Long.parseLong(words[2]));
    assertTrue(words[3].startsWith(fixture.what + ": expected " + fixture.expected), words[3]);
    assertTrue(words[3].endsWith("\n"));
  }

  @Test
  void soundRecordsAreThoseThatLibdmlcRead() throws IOException {
    Path file = copy(Fixture.CUT_IN_HEADER);
    Configuration conf = conf(DamagePolicy.SKIP);
    String list =
        new String(ExpectedRecords.bytes("damaged/cut-in-header.txt"), StandardCharsets.UTF_8);
    assertEquals(
        list.lines()
            .filter(line -> line.length() > 64 && !line.startsWith("ERROR"))
            .map(line -> line.substring(0, 64))
            .toList(),
        Records.of(conf, file, 0, 1000, DamageTracker.of(conf, null)).stream()
            .map(ReadRecord::sha256)
            .toList());
  }

  @Test
  void noFileIsQuarantinedWithoutDamage() throws IOException {
    Path list = path("none.tsv");
    new QuarantineFile(conf(), list).close();
    assertFalse(fs().exists(list));
    var e =
        assertThrows(
            IllegalArgumentException.class,
            () -> DamageTracker.of(conf(DamagePolicy.QUARANTINE), null));
    assertTrue(e.getMessage().endsWith("set recordio.input.corrupt-record.quarantine-dir"));
  }

  @ParameterizedTest
  @CsvSource({"0.0,1,1", "0.2,1,5", "0.2,5,5", "0.5,1,-1", "0.0,6,-1", "1.0,1,-1"})
  void readerFailsBeyondItsThresholds(double fraction, int count, int failsAt) throws IOException {
    byte[] bytes = ExpectedRecords.bytes("multi/part-1.rec");
    List<ReadRecord> all = ExpectedRecords.of("multi/part-1");
    Configuration conf = conf(DamagePolicy.SKIP);
    conf.setDouble("recordio.input.corrupt-record.max-fraction", fraction);
    conf.setInt("recordio.input.corrupt-record.min-count", count);
    // Stretches count, so a sound record is between any two damaged ones.
    for (int lost : new int[] {1, 3, 5, 7, 9}) {
      java.util.Arrays.fill(
          bytes, (int) all.get(lost).offset(), (int) all.get(lost).offset() + 4, (byte) 1);
    }
    Path file = write("f.rec", bytes);
    DamageTracker damage = DamageTracker.of(conf, null);
    if (failsAt < 0) {
      assertEquals(7, Records.of(conf, file, 0, 1 << 20, damage).size());
      assertEquals(5, damage.damagedRecords());
    } else {
      var e =
          assertThrows(
              MalformedRecordException.class, () -> Records.of(conf, file, 0, 1 << 20, damage));
      assertTrue(e.what().startsWith("too many damaged records"), e.what());
      assertEquals(file.toString(), e.path());
      assertEquals(failsAt, damage.damagedRecords());
    }
  }

  private Job damagedJob(Configuration conf, String output) throws IOException {
    for (Fixture fixture : Fixture.values()) {
      write("damaged/" + fixture.file(), ExpectedRecords.bytes("damaged/" + fixture.file()));
    }
    write("damaged/sound.rec", ExpectedRecords.bytes("plain.rec"));
    Job job = Jobs.describing(conf, path(output));
    job.setInputFormatClass(RecordIOInputFormat.class);
    FileInputFormat.setInputPaths(job, path("damaged"));
    return job;
  }

  private static void assertCounted(Job job) throws IOException {
    long damaged = 0;
    long sound = 0;
    for (Fixture fixture : Fixture.values()) {
      damaged += fixture.end - fixture.begin;
      sound += fixture.sound;
    }
    Counters counters = job.getCounters();
    assertEquals(6, counters.findCounter(RecordIOCounter.DAMAGED_RECORDS).getValue());
    assertEquals(damaged, counters.findCounter(RecordIOCounter.DAMAGED_BYTES).getValue());
    assertEquals(2, counters.findCounter(RecordIOCounter.RESYNCS).getValue());
    assertEquals(200 + sound, counters.findCounter(RecordIOCounter.RECORDS_READ).getValue());
  }

  private void assertQuarantined(Path folder, int tasks) throws IOException {
    assertQuarantined(folder, tasks, "attempt_.*_m_.*\\.tsv");
  }

  private void assertQuarantined(Path folder, int tasks, String names) throws IOException {
    var lines = new ArrayList<String>();
    FileStatus[] files = fs().listStatus(folder);
    for (FileStatus file : files) {
      assertTrue(file.getPath().getName().matches(names), file.toString());
      lines.addAll(readText(file.getPath()).lines().toList());
    }
    assertEquals(tasks, files.length);
    var ranges = new ArrayList<String>();
    for (String line : lines) {
      String[] words = line.split("\t");
      ranges.add(new Path(words[0]).getName() + " " + words[1] + " " + words[2]);
    }
    var expected = new ArrayList<String>();
    for (Fixture fixture : Fixture.values()) {
      expected.add(fixture.file() + " " + fixture.begin + " " + fixture.end);
    }
    ranges.sort(null);
    expected.sort(null);
    assertEquals(expected, ranges);
  }

  @Test
  void jobSkipsAndCounts() throws Exception {
    Job job = Jobs.run(damagedJob(conf(DamagePolicy.SKIP), "out"));
    assertCounted(job);
    assertFalse(fs().exists(path("out/_quarantine")));
  }

  @Tag("hdfs")
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void jobPutsQuarantineIntoItsOutputThroughTheCommitter(int version) throws Exception {
    Configuration conf = conf(DamagePolicy.QUARANTINE);
    conf.setInt(FileOutputCommitter.FILEOUTPUTCOMMITTER_ALGORITHM_VERSION, version);
    assertCounted(Jobs.run(damagedJob(conf, "out")));
    assertQuarantined(path("out/_quarantine"), 6);
    assertTrue(fs().exists(path("out/_SUCCESS")));
  }

  @Test
  void jobWithReducersKeepsTheQuarantineOfItsMappers() throws Exception {
    Job job = damagedJob(conf(DamagePolicy.QUARANTINE), "out");
    job.setMapperClass(Mapper.class);
    job.setMapOutputKeyClass(LongWritable.class);
    job.setMapOutputValueClass(BytesWritable.class);
    job.setReducerClass(Reducer.class);
    job.setNumReduceTasks(2);
    job.setOutputFormatClass(RecordIOOutputFormat.class);
    assertCounted(Jobs.run(job));
    assertQuarantined(path("out/_quarantine"), 6);
    assertEquals(
        List.of(
            "_SUCCESS",
            "_quarantine",
            "part-r-00000.idx",
            "part-r-00000.rec",
            "part-r-00000.ridx",
            "part-r-00001.idx",
            "part-r-00001.rec",
            "part-r-00001.ridx"),
        Jobs.names(fs(), path("out")));
  }

  @Tag("hdfs")
  @Test
  void quarantineGoesToTheFolderThatIsSet() throws Exception {
    Configuration conf = conf(DamagePolicy.QUARANTINE);
    conf.set("recordio.input.corrupt-record.quarantine-dir", path("elsewhere").toString());
    assertCounted(Jobs.run(damagedJob(conf, "out")));
    assertQuarantined(path("elsewhere"), 6);
    assertFalse(fs().exists(path("out/_quarantine")));
  }

  /** Flink gives the same id to all readers, that of no attempt. */
  @Tag("hdfs")
  @Test
  void readersOfNoAttemptHaveAListEach() throws Exception {
    Configuration conf = conf(DamagePolicy.QUARANTINE);
    conf.set("recordio.input.corrupt-record.quarantine-dir", path("lists").toString());
    Records.ofAll(new RecordIOInputFormat(), damagedJob(conf, "out"));
    assertQuarantined(path("lists"), 6, "(?!attempt).*\\.tsv");
  }

  @Test
  void jobFailsOnDamageByDefault() throws Exception {
    Path file = write("f.rec", ExpectedRecords.bytes("damaged/cut-in-header.rec"));
    Job job = Jobs.describing(conf(), path("out"));
    job.setInputFormatClass(RecordIOInputFormat.class);
    job.setMaxMapAttempts(1);
    FileInputFormat.setInputPaths(job, file);
    assertFalse(job.waitForCompletion(false));
    assertFalse(fs().exists(path("out/_SUCCESS")));
    assertEquals(0, fs().globStatus(path("out/part-*")).length);
  }

  @Test
  void damageOfOneFileDoesNotReachTheNext() throws IOException {
    var ranges = new ArrayList<InputRange>();
    Configuration conf = conf(DamagePolicy.SKIP);
    int sound = 0;
    for (Fixture fixture : Fixture.values()) {
      ranges.add(new InputRange(copy(fixture), 0, Long.MAX_VALUE));
      ranges.add(new InputRange(copy("tiny.rec"), 0, 20));
      sound += fixture.sound + 2;
    }
    DamageTracker damage = DamageTracker.of(conf, null);
    try (var reader = new RecordSplitReader(conf, ranges, damage)) {
      while (reader.next()) {
        sound--;
      }
    }
    assertEquals(0, sound);
    assertEquals(6, damage.damagedRecords());
  }
}
