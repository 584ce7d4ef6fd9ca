// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.record.DamagePolicy;
import dev.recordio.task.RecordIOCounter;
import dev.recordio.testing.Damage;
import dev.recordio.testing.ExpectedRecords;
import dev.recordio.testing.Faults;
import dev.recordio.testing.FileSystemUnderTest;
import dev.recordio.testing.Jobs;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Records;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.InvalidInputException;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The InputFormat by itself and in jobs. */
public abstract class AbstractRecordIOInputFormatTest implements FileSystemUnderTest {
  private final Faults faults = new Faults();
  private final RecordIOInputFormat format = new RecordIOInputFormat();

  private Job job(Configuration conf, Path... inputs) throws IOException {
    Job job = Jobs.of(conf);
    FileInputFormat.setInputPaths(job, inputs);
    return job;
  }

  /** Passes over the files whose name begins with "skip". */
  public static final class NotSkipped implements PathFilter {
    @Override
    public boolean accept(Path path) {
      return !path.getName().startsWith("skip");
    }
  }

  @Test
  void keyAndValueAreUsedAgainAndProgressGoesForward() throws Exception {
    Job job = job(conf(), copy("mixed.rec"));
    InputSplit split = format.getSplits(job).get(0);
    // All that an engine without MapReduce has to offer.
    var context = new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID());
    try (RecordReader<LongWritable, BytesWritable> reader =
        format.createRecordReader(split, context)) {
      reader.initialize(split, context);
      LongWritable key = reader.getCurrentKey();
      BytesWritable value = reader.getCurrentValue();
      float progress = reader.getProgress();
      assertEquals(0, progress);
      int records = 0;
      while (reader.nextKeyValue()) {
        records++;
        assertSame(key, reader.getCurrentKey());
        assertSame(value, reader.getCurrentValue());
        assertTrue(reader.getProgress() >= progress && reader.getProgress() <= 1);
        progress = reader.getProgress();
      }
      assertEquals(250, records);
      assertEquals(1, reader.getProgress());
      assertFalse(reader.nextKeyValue());
    }
  }

  @Tag("hdfs")
  @Test
  void planningOpensNoFile() throws Exception {
    for (int i = 0; i < 5; i++) {
      write("in/" + i + ".rec", ExpectedRecords.bytes("magic.rec"));
      write("in/sub/" + i + ".rec", ExpectedRecords.bytes("tiny.rec"));
    }
    write("in/z.rec.gz", new byte[11]);
    Configuration conf = conf();
    Path watched = faults.over(conf, path("in"));
    conf.setBoolean(FileInputFormat.INPUT_DIR_RECURSIVE, true);
    Job job = job(conf, watched, new Path(watched, "*.rec"), new Path(watched, "0.rec"));
    FileInputFormat.setMaxInputSplitSize(job, 10_000);
    List<InputSplit> splits = format.getSplits(job);
    assertTrue(splits.size() > 70, splits.size() + " splits");
    new CombineRecordIOInputFormat().getSplits(job);
    assertEquals(0, faults.opened());
    Records.of(format, splits.get(0), job.getConfiguration());
    assertEquals(1, faults.opened(), "the watched file system does count");
  }

  @Test
  void oddLengthIsRefusedByName() throws Exception {
    write("odd/a.rec", ExpectedRecords.bytes("tiny.rec"));
    Path odd = write("odd/b.rec", Arrays.copyOf(Damage.file(List.of(new byte[12])), 23));
    Job job = job(conf(), path("odd"));
    var e = assertThrows(MalformedRecordException.class, () -> format.getSplits(job));
    assertEquals(odd.toString(), e.path());
    assertEquals(23, e.offset());
    assertTrue(e.getMessage().contains("a length that is a multiple of 4"), e.getMessage());
    RecordIOInputFormat.setCorruptRecordPolicy(job, DamagePolicy.SKIP);
    assertEquals(2, format.getSplits(job).size());
  }

  @Tag("hdfs")
  @Test
  void missingFileIsRefusedByName() throws Exception {
    Job job = job(conf(), copy("tiny.rec"), path("gone.rec"));
    var e = assertThrows(FileNotFoundException.class, () -> format.getSplits(job));
    assertTrue(e.getMessage().endsWith("/gone.rec"), e.getMessage());
    assertThrows(IOException.class, () -> format.getSplits(Jobs.of(conf())));
  }

  @Test
  void pathFilterOfTheJobIsAsked() throws Exception {
    write("f/skip.rec", ExpectedRecords.bytes("tiny.rec"));
    write("f/take.rec", ExpectedRecords.bytes("tiny.rec"));
    Job job = job(conf(), path("f"));
    FileInputFormat.setInputPathFilter(job, NotSkipped.class);
    List<InputSplit> splits = format.getSplits(job);
    assertEquals(List.of("take.rec 0 20"), Records.ranges(splits.get(0)));
    assertEquals(1, splits.size());
  }

  /** As with Hadoop's own FileInputFormat. */
  @Test
  void pathFilterOfTheJobIsAskedForNamedFilesToo() throws Exception {
    Path skip = write("f/skip.rec", ExpectedRecords.bytes("tiny.rec"));
    Path take = write("f/take.rec", ExpectedRecords.bytes("tiny.rec"));
    Job both = job(conf(), take, skip);
    FileInputFormat.setInputPathFilter(both, NotSkipped.class);
    assertThrows(InvalidInputException.class, () -> new TextInputFormat().getSplits(both));
    var e = assertThrows(FileNotFoundException.class, () -> format.getSplits(both));
    assertTrue(e.getMessage().contains(skip.toString()), e.getMessage());
    Job one = job(conf(), take);
    FileInputFormat.setInputPathFilter(one, NotSkipped.class);
    assertEquals(1, new TextInputFormat().getSplits(one).size());
    assertEquals(1, format.getSplits(one).size());
  }

  @Test
  void listGivenAsTextKeepsItsOrderAndItsNames() throws Exception {
    Path comma = write("a,b;c.rec", ExpectedRecords.bytes("tiny.rec"));
    Path plain = write("z.rec", ExpectedRecords.bytes("tiny.rec"));
    Job job = Jobs.of(conf());
    String escaped = comma.toString().replace(",", "\\,").replace(";", "\\;");
    RecordIOInputFormat.setInput(job, plain + ";" + escaped + "," + plain);
    assertArrayEquals(new Path[] {plain, comma, plain}, FileInputFormat.getInputPaths(job));
    assertEquals(6, Records.ofAll(format, job).size());
    assertThrows(
        IllegalArgumentException.class, () -> RecordIOInputFormat.setInput(job, "a.rec;;b.rec"));
  }

  @Test
  void notARecordIOFileSaysSoAndWhatItIs() throws Exception {
    byte[] png = Damage.payload(1, 400);
    png[0] = (byte) 0x89;
    png[1] = 'P';
    png[2] = 'N';
    png[3] = 'G';
    Path file = write("x.rec", png);
    var e =
        assertThrows(
            MalformedRecordException.class, () -> Records.ofAll(format, job(conf(), file)));
    assertEquals("not a RecordIO file", e.what());
    assertEquals(0, e.offset());
    assertEquals(file.toString(), e.path());
    assertTrue(e.found().contains("PNG"), e.found());
  }

  @Tag("hdfs")
  @Test
  void jobOverSplitsReadsEachRecordOnceAndCounts() throws Exception {
    Path output = path("out");
    Job job = Jobs.describing(conf(), output);
    job.setInputFormatClass(RecordIOInputFormat.class);
    FileInputFormat.setInputPaths(job, copy("plain.rec"), copy("magic.rec"));
    FileInputFormat.setMaxInputSplitSize(job, 50_000);
    Jobs.run(job);
    var expected = new ArrayList<>(ExpectedRecords.of("plain"));
    expected.addAll(ExpectedRecords.of("magic"));
    var found = new ArrayList<ReadRecord>();
    Jobs.described(this, output).forEach(found::addAll);
    assertEquals(expected.size(), found.size());
    assertEquals(new HashSet<>(expected), new HashSet<>(found));
    var counters = job.getCounters();
    assertEquals(299, counters.findCounter(RecordIOCounter.RECORDS_READ).getValue());
    assertEquals(
        ExpectedRecords.partCounts("magic").stream().filter(parts -> parts > 1).count()
            + ExpectedRecords.partCounts("plain").stream().filter(parts -> parts > 1).count(),
        counters.findCounter(RecordIOCounter.MULTI_PART_RECORDS_READ).getValue());
    assertTrue(counters.findCounter(RecordIOCounter.BYTES_READ).getValue() >= 285440 + 63016);
    assertEquals(0, counters.findCounter(RecordIOCounter.DAMAGED_RECORDS).getValue());
    assertEquals(
        "Records read", counters.findCounter(RecordIOCounter.RECORDS_READ).getDisplayName());
    assertEquals("RecordIO", counters.getGroup(RecordIOCounter.class.getName()).getDisplayName());
    for (RecordIOCounter counter : RecordIOCounter.values()) {
      String name = counters.findCounter(counter).getDisplayName();
      assertFalse(name.equals(counter.name()), "no display name for " + name);
    }
  }

  @Test
  void settersAndGettersAgree() throws Exception {
    Job job = Jobs.of(conf());
    assertEquals(0, RecordIOInputFormat.getParts(job));
    assertEquals(0, RecordIOInputFormat.getVerifyRecords(job));
    assertEquals(1 << 20, RecordIOInputFormat.getBufferSize(job));
    assertEquals(DamagePolicy.FAIL, RecordIOInputFormat.getCorruptRecordPolicy(job));
    RecordIOInputFormat.setVerifyRecords(job, 10);
    RecordIOInputFormat.setBufferSize(job, 4096);
    RecordIOInputFormat.setCorruptRecordPolicy(job, DamagePolicy.QUARANTINE);
    assertEquals(10, RecordIOInputFormat.getVerifyRecords(job));
    assertEquals(4096, RecordIOInputFormat.getBufferSize(job));
    assertEquals(DamagePolicy.QUARANTINE, RecordIOInputFormat.getCorruptRecordPolicy(job));
    job.getConfiguration().set("recordio.input.corrupt-record.policy", "ignore");
    var e =
        assertThrows(
            IllegalArgumentException.class, () -> RecordIOInputFormat.getCorruptRecordPolicy(job));
    assertTrue(e.getMessage().endsWith("it takes one of fail, skip, quarantine"), e.getMessage());
  }
}
