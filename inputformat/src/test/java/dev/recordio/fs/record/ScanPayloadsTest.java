// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.InputRange;
import dev.recordio.testing.Damage;
import dev.recordio.testing.ExpectedRecords;
import dev.recordio.testing.FileSystemUnderTest;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Records;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Wrong lengths that end at a later record's header: detected only by what the payload holds. */
class ScanPayloadsTest implements FileSystemUnderTest {
  private static final int RECORDS = 80;
  private static final int FRAMED = 64;

  @TempDir java.nio.file.Path temp;

  @Override
  public Configuration conf() {
    Configuration conf = LocalFiles.raw();
    conf.setBoolean("fs.file.impl.disable.cache", false);
    return conf;
  }

  @Override
  public Path testDir() {
    return LocalFiles.path(temp);
  }

  private Configuration scanning(String policy, int buffer) {
    Configuration conf = conf();
    conf.set("recordio.input.scan-payloads", "true");
    conf.set("recordio.input.corrupt-record.policy", policy);
    return Records.bufferSize(conf, buffer);
  }

  private static byte[] file() {
    return Damage.file(
        IntStream.range(0, RECORDS).mapToObj(i -> Damage.payload(i, FRAMED - 8)).toList());
  }

  /** Reads two ranges, with the method that moves payloads. */
  private static List<Long> offsets(Configuration conf, Path file, long cut, long length)
      throws IOException {
    var offsets = new ArrayList<Long>();
    var key = new LongWritable();
    var value = new BytesWritable();
    var ranges = List.of(new InputRange(file, 0, cut), new InputRange(file, cut, length - cut));
    try (var reader = new RecordSplitReader(conf, ranges, DamageTracker.of(conf, null))) {
      while (reader.next(key, value)) {
        offsets.add(key.get());
      }
    }
    return offsets;
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 4096, 1 << 20})
  void aLengthWrongByWholeRecordsCostsOnlyItsRecord(int buffer) throws IOException {
    Configuration skip = scanning("skip", buffer);
    Configuration fail = scanning("fail", buffer);
    for (int swallowed = 1; swallowed < 70; swallowed += 8) {
      byte[] bytes = file();
      Damage.putWord(bytes, 5 * FRAMED + 4, FRAMED - 8 + swallowed * FRAMED);
      Path file = write("f.rec", bytes);
      for (long cut : new long[] {3 * FRAMED, 6 * FRAMED, 7 * FRAMED + 12}) {
        List<Long> offsets = offsets(skip, file, cut, bytes.length);
        var expected = new ArrayList<Long>();
        IntStream.range(0, RECORDS).filter(i -> i != 5).forEach(i -> expected.add(64L * i));
        assertEquals(expected, offsets, swallowed + " swallowed, cut at " + cut);
        var e =
            assertThrows(
                MalformedRecordException.class, () -> offsets(fail, file, cut, bytes.length));
        assertEquals(5 * FRAMED, e.offset());
        assertTrue(e.getMessage().contains("" + 6 * FRAMED), e::getMessage);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"magic", "mixed", "plain", "empty-records", "indexed"})
  void filesThatEscapeAreReadTheSame(String name) throws IOException {
    Path file = copy(name + ".rec");
    for (int buffer : new int[] {64, 1 << 20}) {
      List<ReadRecord> records =
          Records.of(scanning("fail", buffer), file, 0, fs().getFileStatus(file).getLen());
      assertEquals(ExpectedRecords.of(name), records);
    }
  }

  @Test
  void aMagicInAnyPartOfARecordIsRefused() throws IOException {
    byte[] payload = Damage.payload(1, 200);
    RecordIOFormat.putWord(payload, 40, RecordIOFormat.MAGIC);
    RecordIOFormat.putWord(payload, 120, RecordIOFormat.MAGIC);
    byte[] sound = Damage.file(List.of(payload, payload));
    for (int at : new int[] {12, 80, 180}) {
      byte[] bytes = sound.clone();
      Damage.putWord(bytes, at, RecordIOFormat.MAGIC);
      Path file = write("parts.rec", bytes);
      var e =
          assertThrows(
              MalformedRecordException.class,
              () -> Records.of(scanning("fail", 4096), file, 0, bytes.length));
      assertEquals(0, e.offset(), e::getMessage);
    }
  }
}
