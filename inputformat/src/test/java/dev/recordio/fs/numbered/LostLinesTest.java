// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.numbered;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.testing.Damage;
import dev.recordio.testing.FileSystemUnderTest;
import dev.recordio.testing.LocalFiles;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A large difference between two lines of an {@code .idx} is not the size of a record. */
class LostLinesTest implements FileSystemUnderTest {
  private static final int RECORD_BYTES = 24;

  @TempDir java.nio.file.Path folder;

  @Override
  public Configuration conf() {
    return LocalFiles.raw();
  }

  @Override
  public Path testDir() {
    return LocalFiles.path(folder);
  }

  /** Six records with lines; a gap after the second, in which others may be. */
  private Path write(long gap, int recordsInGap) throws IOException {
    byte[] record = Damage.file(List.of(Damage.payload(1, RECORD_BYTES - 8)));
    var lines = new StringBuilder();
    try (var file = new RandomAccessFile(folder.resolve("a.rec").toFile(), "rw")) {
      for (int i = 0; i < 6; i++) {
        file.seek((long) i * RECORD_BYTES + (i < 2 ? 0 : gap));
        lines.append(i * 5 % 6).append('\t').append(file.getFilePointer()).append('\n');
        file.write(record);
      }
      file.seek(2 * RECORD_BYTES);
      for (int i = 0; i < recordsInGap; i++) {
        file.write(record);
      }
    }
    write("a.idx", lines.toString().getBytes(StandardCharsets.UTF_8));
    return path("a.rec");
  }

  @Test
  void aGapThatNoRecordFillsHasNoBytes() throws IOException {
    Path rec = path("a.rec");
    long most = RecordIOFormat.MAX_FRAMED_BYTES;
    long[] offsets = {0, most, 2 * most + 4, 5 * most};
    var index = new RecordIndex(rec, RecordIndex.Source.TEXT, 3, 0, offsets, null, null);
    assertEquals(most, index.bytes(0));
    for (int i = 1; i < 3; i++) {
      int record = i;
      var e = assertThrows(MalformedRecordException.class, () -> index.bytes(record));
      assertEquals(offsets[i], e.offset());
      assertEquals(rec.toString(), e.path());
    }
  }

  private List<Integer> read(Path rec, String policy) throws IOException {
    Configuration conf = conf();
    RecordIOConf.CORRUPT_POLICY.set(conf, policy);
    RecordIOConf.CORRUPT_MAX_FRACTION.set(conf, "1.0");
    RecordIndex index = RecordIndex.read(conf, fs().getFileStatus(rec));
    assertEquals(6, index.count());
    var read = new ArrayList<Integer>();
    var places = LongStream.of(0, 1, 2, 3, 4, 5).iterator();
    try (var gather =
        new RecordGather(conf, List.of(index), places, DamageTracker.of(conf, null))) {
      while (gather.next()) {
        assertEquals(RECORD_BYTES - 8, gather.payloadLength());
        read.add(gather.record());
      }
    }
    return read;
  }

  @ParameterizedTest
  @CsvSource({"1500000000, fail", "3000000000, fail", "1500000000, skip", "3000000000, skip"})
  void linesThatWereLostAreAnErrorAndNoMemory(long gap, String policy) throws IOException {
    Path rec = write(gap, 3);
    var e = assertThrows(MalformedRecordException.class, () -> read(rec, policy));
    assertEquals("the index does not fit the file", e.what(), e.getMessage());
    assertEquals(RECORD_BYTES, e.offset(), e.getMessage());
    assertTrue(e.getMessage().contains(gap + RECORD_BYTES + " bytes"), e.getMessage());
  }

  @ParameterizedTest
  @CsvSource({"1500000000", "3000000000"})
  void bytesThatAreNoRecordsAreDamage(long gap) throws IOException {
    Path rec = write(gap, 0);
    assertEquals(List.of(0, 2, 3, 4, 5), read(rec, "skip"));
    var e = assertThrows(MalformedRecordException.class, () -> read(rec, "fail"));
    assertEquals("wrong record length", e.what(), e.getMessage());
    assertEquals(RECORD_BYTES, e.offset(), e.getMessage());
  }
}
