// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.index;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.fs.record.RecordSplitReader;
import dev.recordio.testing.Damage;
import dev.recordio.testing.ExpectedRecords;
import dev.recordio.testing.FileSystemUnderTest;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Records;
import dev.recordio.wire.RecordIndexLayout;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

public abstract class AbstractRecordIndexFileTest implements FileSystemUnderTest {
  private static final long FIRST_KEY = -3; // unsigned, and past the greatest number

  /** Writes the records of a fixture again, with their indexes. */
  private Path rewrite(String fixture, boolean ordinalKeys) throws IOException {
    Path source = write("source.rec", ExpectedRecords.bytes(fixture));
    Path rec = path("a.rec");
    var range = new InputRange(source, 0, Long.MAX_VALUE);
    try (var reader = new RecordSplitReader(conf(), List.of(range), DamageTracker.failing());
        var writer = RecordFileWriter.create(conf(), rec, RecordFiles.index(rec), ordinalKeys)) {
      while (reader.next()) {
        RecordRangeReader record = reader.record();
        int offset = record.payloadOffset();
        long key = writer.count() + (ordinalKeys ? 0 : FIRST_KEY);
        writer.write(key, record.buffer(), offset, record.payloadLength());
      }
    }
    return rec;
  }

  private RidxReader open() throws IOException {
    return RidxReader.open(conf(), path("a.ridx"));
  }

  private static int crc(byte[] bytes, int from, int length) {
    var crc = new CRC32C();
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }

  @Tag("hdfs")
  @ParameterizedTest
  @CsvSource({"mixed.rec, true", "magic.rec, false", "empty-records.rec, true", "tiny.rec, false"})
  void entriesAreThoseOfTheRecords(String fixture, boolean ordinalKeys) throws IOException {
    Path rec = rewrite(fixture, ordinalKeys);
    byte[] file = read(rec);
    assertArrayEquals(ExpectedRecords.bytes(fixture), file);
    List<ReadRecord> records = Records.of(conf(), rec, 0, file.length);
    try (RidxReader index = open();
        var text = new IdxReader(fs().open(path("a.idx")), "a.idx");
        var reader =
            new RecordSplitReader(
                conf(), List.of(new InputRange(rec, 0, file.length)), DamageTracker.failing())) {
      assertEquals(records.size(), index.count());
      assertEquals(file.length, index.recordsLength());
      assertEquals(crc(file, 0, file.length), index.recordsChecksum());
      assertEquals(ordinalKeys ? 16 : 24, index.layout().entryBytes());
      for (int i = 0; index.next(); i++) {
        assertTrue(text.next() && reader.next());
        assertEquals(i, index.ordinal());
        assertEquals(i + (ordinalKeys ? 0 : FIRST_KEY), index.key());
        assertEquals(text.key(), index.key());
        assertEquals(records.get(i).offset(), index.offset());
        assertEquals(records.get(i).length(), index.length());
        int at = reader.record().payloadOffset();
        assertEquals(crc(reader.record().buffer(), at, index.length()), index.payloadChecksum());
      }
      assertFalse(text.next());
      assertFalse(index.next(), "the end stays the end");
      assertNull(index.misfit(conf(), fs().getFileStatus(rec)));
    }
  }

  @Tag("hdfs")
  @Test
  void anyEntryIsReadByItself() throws IOException {
    int count = 10_000; // beyond what is read at once
    Path file = path("a.ridx");
    var layout = new RecordIndexLayout(RecordIndexLayout.KEYS);
    try (var writer = new RidxWriter(fs().create(file), layout)) {
      for (int i = 0; i < count; i++) {
        writer.write(~i, 12L * i, 4, 0);
      }
      writer.finish(12L * count, 0);
    }
    assertEquals(48 + 20L * count, fs().getFileStatus(file).getLen());
    try (RidxReader index = open()) {
      for (int ordinal : new int[] {9_999, 0, 5_000, 4_999, 5_001, 5_001, 1}) {
        index.read(ordinal);
        assertEquals(ordinal, index.ordinal());
        assertEquals(12L * ordinal, index.offset());
        assertEquals(~ordinal, index.key());
      }
      assertTrue(index.next());
      assertEquals(24, index.offset());
      assertThrows(IndexOutOfBoundsException.class, () -> index.read(count));
      assertThrows(IndexOutOfBoundsException.class, () -> index.read(-1));
    }
  }

  @Test
  void everyChangedByteIsDetected() throws IOException {
    rewrite("tiny.rec", false);
    byte[] sound = read(path("a.ridx"));
    for (int i = 0; i < sound.length; i++) {
      byte[] damaged = sound.clone();
      damaged[i] ^= 0x10;
      write("a.ridx", damaged);
      var error = assertThrows(MalformedRecordException.class, this::walk, "byte " + i);
      assertTrue(error.getMessage().contains("a.ridx at offset "), error.getMessage());
    }
  }

  /** Damage beyond the first block of entries, and after the ends have been checked. */
  @Test
  void checksumGoesOverAllEntries() throws IOException {
    var layout = new RecordIndexLayout(0);
    try (var writer = new RidxWriter(fs().create(path("a.ridx")), layout)) {
      for (int i = 0; i < 20_000; i++) {
        writer.write(i, 8L * i, 0, 0);
      }
      writer.finish(160_000, 0);
    }
    Path rec = write("a.rec", Damage.file(Collections.nCopies(20_000, new byte[0])));
    walk();
    byte[] bytes = read(path("a.ridx"));
    bytes[16 + 12 * 15_000] ^= 1;
    Path index = write("a.ridx", bytes);
    fs().setTimes(index, fs().getFileStatus(rec).getModificationTime() + 5_000, -1);
    assertThrows(MalformedRecordException.class, this::walk);
    try (RidxReader opened = open()) {
      assertNull(opened.misfit(conf(), fs().getFileStatus(rec)));
      assertThrows(MalformedRecordException.class, () -> walk(opened));
    }
  }

  /** The walk after the check of the ends reads all entries, whichever that has read. */
  @Tag("hdfs")
  @Test
  void checksumGoesOverAllEntriesWhereTheFileIsTheYoungerOne() throws IOException {
    int count = 20_000;
    Path rec = path("a.rec");
    try (var writer = RecordFileWriter.create(conf(), rec, path("a.idx"), true)) {
      for (int i = 0; i < count; i++) {
        writer.write(i, new byte[4], 0, 4);
      }
    }
    Path index = path("a.ridx");
    byte[] bytes = read(index);
    bytes[16 + 16 * 15_000 + 12] ^= 1; // of a payload's checksum
    write("a.ridx", bytes);
    fs().setTimes(rec, 2_000_000, -1);
    fs().setTimes(index, 1_000_000, -1);
    try (RidxReader opened = open()) {
      assertNull(opened.misfit(conf(), fs().getFileStatus(rec)));
      assertThrows(MalformedRecordException.class, () -> walk(opened));
    }
  }

  private void walk() throws IOException {
    try (RidxReader index = open()) {
      walk(index);
    }
  }

  private static void walk(RidxReader index) throws IOException {
    while (index.next()) {}
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 15, 16, 47, 48, 60, 95})
  void aTruncatedIndexIsNone(int length) throws IOException {
    rewrite("tiny.rec", false); // 2 entries
    write("a.ridx", Arrays.copyOf(read(path("a.ridx")), length));
    assertThrows(MalformedRecordException.class, this::open);
  }

  @Test
  void otherFilesAreNoIndex() throws IOException {
    write("a.ridx", ExpectedRecords.bytes("mixed.rec"));
    var error = assertThrows(MalformedRecordException.class, this::open);
    assertTrue(error.getMessage().startsWith("not a binary index: "), error.getMessage());
    fs().delete(path("a.ridx"), false);
    assertThrows(FileNotFoundException.class, this::open);
  }

  @Test
  void anIndexWithoutItsFooterIsNone() throws IOException {
    var writer = new RidxWriter(fs().create(path("a.ridx")), new RecordIndexLayout(0));
    for (int i = 0; i < 10; i++) {
      writer.write(i, 8L * i, 0, 0);
    }
    writer.close();
    assertThrows(MalformedRecordException.class, this::open);
  }

  @Test
  void anotherFilesIndexDoesNotFit() throws IOException {
    Path rec = rewrite("mixed.rec", true);
    FileStatus status = fs().getFileStatus(rec);
    Path index = path("a.ridx");
    try (RidxReader opened = open()) {
      String misfit = opened.misfit(conf(), fs().getFileStatus(write("b.rec", new byte[8])));
      assertTrue(misfit.contains("not 8"), misfit);
    }
    // As long, but other records: detected once the file of records is newer.
    byte[] other = Damage.file(List.of(new byte[(int) status.getLen() - 8]));
    write("a.rec", other);
    fs().setTimes(rec, 2_000_000, -1);
    fs().setTimes(index, 1_000_000, -1);
    try (RidxReader opened = open()) {
      String misfit = opened.misfit(conf(), fs().getFileStatus(rec));
      assertTrue(misfit.contains("a.rec at offset 0: "), misfit);
    }
    write("a.rec", ExpectedRecords.bytes("mixed.rec"));
    fs().setTimes(rec, 2_000_000, -1);
    try (RidxReader opened = open()) {
      assertNull(opened.misfit(conf(), fs().getFileStatus(rec)), "only touched");
    }
  }

  @Test
  void anIndexOfNoRecordsIsForAnEmptyFile() throws IOException {
    Path rec = path("a.rec");
    RecordFileWriter.create(conf(), rec, path("a.idx")).close();
    try (RidxReader index = open()) {
      assertEquals(0, index.count());
      assertFalse(index.next());
      assertNull(index.misfit(conf(), fs().getFileStatus(rec)));
    }
  }

  @Test
  void withoutKeysOnlyOrdinalsAreTaken() throws IOException {
    try (var writer = RecordFileWriter.create(conf(), path("a.rec"), path("a.idx"), true)) {
      writer.write(0, new byte[4], 0, 4);
      assertThrows(IllegalArgumentException.class, () -> writer.write(7, new byte[4], 0, 4));
    }
  }

  @Test
  void theKeyTurnsTheBinaryIndexOff() throws IOException {
    var conf = conf();
    RecordIOConf.OUTPUT_INDEX_BINARY.set(conf, false);
    RecordFileWriter.create(conf, path("a.rec"), path("a.idx")).close();
    assertTrue(fs().exists(path("a.idx")));
    assertFalse(fs().exists(path("a.ridx")));
    RecordFileWriter.create(conf(), path("b.rec"), null).close();
    assertFalse(fs().exists(path("b.ridx")));
  }
}
