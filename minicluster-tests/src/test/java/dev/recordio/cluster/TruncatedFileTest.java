// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.mapreduce.RecordIOInputFormat;
import dev.recordio.testing.ExpectedRecords;
import dev.recordio.testing.Fixtures;
import dev.recordio.testing.Jobs;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Records;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Files that lost their tail, and files whose tail is not written yet. */
@ExtendWith(ClusterExtension.class)
class TruncatedFileTest implements HdfsUnderTest {
  private static final byte[] BYTES = ExpectedRecords.bytes("magic.rec");
  private static final List<ReadRecord> RECORDS = ExpectedRecords.of("magic");
  private static final List<Fixtures.Row> ROWS = Fixtures.records("magic.rec");
  private static final String POLICY = "recordio.input.corrupt-record.policy";

  /** A record of several parts, the first of them with bytes, well inside the file. */
  private static final Fixtures.Row CUT = longRecord();

  private static final int FIRST_PART =
      Integer.parseInt(CUT.parts().split(",")[0].substring("1:".length()));

  /** How many bytes from its start are left of the record. */
  private enum Cut {
    NOTHING(0),
    HALF_A_MAGIC(2),
    MAGIC(4),
    HALF_A_LENGTH(7),
    HEADER(8),
    SOME_PAYLOAD(8 + 4),
    SOME_PAYLOAD_AND_AN_ODD_BYTE(8 + 5),
    FIRST_PART_WITHOUT_PADDING(8 + FIRST_PART),
    FIRST_PART_ALONE(secondPart()),
    MAGIC_OF_THE_SECOND_PART(secondPart() + 4),
    AN_ODD_BYTE_OF_THE_SECOND_LENGTH(secondPart() + 5),
    HEADER_OF_THE_SECOND_PART(secondPart() + 8);

    private final int kept;

    Cut(int kept) {
      this.kept = kept;
    }

    long length() {
      return CUT.offset() + kept;
    }

    private static int secondPart() {
      return (int) RecordIOFormat.align(8L + FIRST_PART);
    }
  }

  private static Fixtures.Row longRecord() {
    return ROWS.stream()
        .filter(row -> row.offset() > 10_000 && row.parts().matches("1:\\d\\d+,.*"))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public int blockSize() {
    return 1024;
  }

  private Configuration skipping() {
    Configuration conf = conf();
    conf.set(POLICY, "skip");
    conf.set("recordio.input.corrupt-record.max-fraction", "1"); // the last split is hardly larger
    return conf;
  }

  private Job job(Configuration conf, Path file) throws IOException {
    Job job = Jobs.of(conf);
    FileInputFormat.setInputPaths(job, file);
    return job;
  }

  @ParameterizedTest
  @EnumSource
  void aLostTailIsNamedWithItsOffsetAndSkippedAsOneRecord(Cut cut) throws Exception {
    Path file = write("magic.rec", BYTES);
    folder().dfs().faults().truncate(file, cut.length());
    List<ReadRecord> whole = RECORDS.subList(0, CUT.ordinal());
    var format = new RecordIOInputFormat();
    if (cut == Cut.NOTHING) {
      assertEquals(whole, Records.ofAll(format, job(conf(), file)));
      return;
    }
    // Planning has only lengths; a reader knows where the record begins.
    long offset = cut.length() % 4 != 0 ? cut.length() : CUT.offset();
    var e =
        assertThrows(
            MalformedRecordException.class, () -> Records.ofAll(format, job(conf(), file)));
    assertReported(e, file, offset);
    e =
        assertThrows(
            MalformedRecordException.class, () -> Records.of(conf(), file, 0, cut.length()));
    assertReported(e, file, CUT.offset());
    assertEquals("truncated record", e.what().split(",")[0]);

    assertEquals(whole, Records.ofAll(format, job(skipping(), file)));
    DamageTracker damage = DamageTracker.of(skipping(), null);
    assertEquals(whole, Records.of(skipping(), file, 0, cut.length(), damage));
    assertEquals(1, damage.damagedRecords());
    assertEquals(cut.kept, damage.damagedBytes());
    assertEquals(0, damage.resyncs());

    Recordio fails = Recordio.run(conf(), "records", file.toString()).ended(3);
    assertTrue(fails.err().contains("magic.rec at offset " + offset + ": "), fails.err());
    Recordio skips = Recordio.run(skipping(), "records", file.toString()).ended(5);
    assertEquals(CUT.ordinal(), skips.lines().size());
  }

  private static void assertReported(MalformedRecordException e, Path file, long offset) {
    assertEquals(file.toString(), e.path());
    assertEquals(offset, e.offset(), e::getMessage);
  }

  /** Until a file is closed, its length is the one reported to the NameNode. */
  @ParameterizedTest
  @CsvSource({"1024, 20000", "1024, 19970", "4096, 50001", "1048576, 40000"})
  void aFileThatIsBeingWrittenIsReadUpToItsLength(int blockSize, int written) throws Exception {
    Path file = path("magic.rec");
    try (FSDataOutputStream out = fs().create(file, true, 4096, (short) 2, blockSize)) {
      out.write(BYTES, 0, written - 2000);
      out.hflush();
      out.write(BYTES, written - 2000, 2000);
      out.hflush();
      long visible = fs().getFileStatus(file).getLen();
      assertTrue(visible >= written - 2000 && visible <= written, visible + " bytes");
      List<ReadRecord> whole = wholeIn(visible);
      long cut = RECORDS.get(whole.size()).offset();
      assertTrue(cut < visible, "a record is cut at " + cut);

      var format = new RecordIOInputFormat();
      var e =
          assertThrows(
              MalformedRecordException.class, () -> Records.ofAll(format, job(conf(), file)));
      assertReported(e, file, visible % 4 != 0 ? visible : cut);
      assertTrue(e.getMessage().contains("multiple of 4") || e.what().startsWith("truncated"));
      assertEquals(whole, Records.ofAll(format, job(skipping(), file)));

      out.write(BYTES, written, BYTES.length - written);
    }
    assertEquals(RECORDS, Records.ofAll(new RecordIOInputFormat(), job(conf(), file)));
  }

  private static List<ReadRecord> wholeIn(long length) {
    int whole = 0;
    while (RECORDS.get(whole + 1).offset() <= length) {
      whole++;
    }
    return RECORDS.subList(0, whole);
  }

  @Test
  void aFileOfWhichNothingIsFlushedHasNoSplits() throws Exception {
    Path file = path("magic.rec");
    try (FSDataOutputStream out = fs().create(file, true, 4096, (short) 2, 1 << 20)) {
      out.write(BYTES, 0, 1000);
      assertEquals(0, fs().getFileStatus(file).getLen());
      assertEquals(List.of(), new RecordIOInputFormat().getSplits(job(conf(), file)));
      out.write(BYTES, 1000, BYTES.length - 1000);
    }
    assertEquals(RECORDS, Records.ofAll(new RecordIOInputFormat(), job(conf(), file)));
  }
}
