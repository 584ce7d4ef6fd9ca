// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.numbered.RecordGather;
import dev.recordio.fs.numbered.RecordIndex;
import dev.recordio.testing.Damage;
import dev.recordio.testing.FileSystemUnderTest;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.Records;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How much damage is too much, if it is skipped: of records, and of bytes. */
class ThresholdsTest implements FileSystemUnderTest {
  private static final int RECORDS = 100;
  private static final int FRAMED = 60;

  @TempDir java.nio.file.Path temp;

  @Override
  public Configuration conf() {
    Configuration conf = LocalFiles.raw();
    conf.set("recordio.input.corrupt-record.policy", "skip");
    return conf;
  }

  @Override
  public Path testDir() {
    return LocalFiles.path(temp);
  }

  private static byte[] file() {
    return Damage.file(
        IntStream.range(0, RECORDS).mapToObj(i -> Damage.payload(i, FRAMED - 8)).toList());
  }

  private static byte[] damaged(IntStream records) {
    byte[] file = file();
    records.forEach(i -> Damage.putWord(file, i * FRAMED, 0));
    return file;
  }

  private int sound(Configuration conf, byte[] bytes) throws IOException {
    Path file = write("f.rec", bytes);
    return Records.of(conf, file, 0, bytes.length, DamageTracker.of(conf, null)).size();
  }

  private String refused(Configuration conf, byte[] bytes) {
    var e = assertThrows(MalformedRecordException.class, () -> sound(conf, bytes));
    assertTrue(e.what().startsWith("too many damaged records"), e.what());
    assertTrue(e.getMessage().contains("recordio.input.corrupt-record.max-fraction"));
    return e.found();
  }

  @Test
  void nothingThatCanBeReadIsNoSuccess() throws IOException {
    refused(conf(), damaged(IntStream.range(0, RECORDS)));
    refused(conf(), new byte[4000]);
    refused(conf(), Arrays.copyOf(file(), 20));
  }

  @Test
  void oneStretchOverMostBytesIsTooMuch() throws IOException {
    byte[] most = damaged(IntStream.range(3, RECORDS));
    assertTrue(refused(conf(), most).contains("" + (RECORDS - 3) * FRAMED), "says the bytes");
    assertEquals(RECORDS - 40, sound(conf(), damaged(IntStream.range(0, 40))));
  }

  @Test
  void ordinaryDamagePassesWhereverItIs() throws IOException {
    for (int[] lost : new int[][] {{0}, {99}, {0, 2, 4, 6, 8}, {50}, {95, 97, 99}}) {
      assertEquals(RECORDS - lost.length, sound(conf(), damaged(IntStream.of(lost))));
    }
  }

  @Test
  void whatCountsIsTheWholeSplitNotItsBegin() throws IOException {
    Configuration conf = conf();
    conf.set("recordio.input.corrupt-record.max-fraction", "0.05");
    assertEquals(95, sound(conf, damaged(IntStream.of(0, 2, 4, 6, 8))));
    refused(conf, damaged(IntStream.of(0, 2, 4, 6, 8, 10)));
    refused(conf, damaged(IntStream.of(60, 70, 80, 90, 95, 99)));
    conf.set("recordio.input.corrupt-record.min-count", "7");
    assertEquals(94, sound(conf, damaged(IntStream.of(60, 70, 80, 90, 95, 99))));
  }

  @Test
  void aFractionOfOneAcceptsAll() throws IOException {
    Configuration conf = conf();
    conf.set("recordio.input.corrupt-record.max-fraction", "1");
    assertEquals(0, sound(conf, damaged(IntStream.range(0, RECORDS))));
  }

  @Test
  void recordsReadByNumberCountTheSame() throws IOException {
    Path rec = path("g.rec");
    try (var out = RecordFileWriter.create(conf(), rec, path("g.idx"))) {
      for (int i = 0; i < RECORDS; i++) {
        out.write(i, Damage.payload(i, FRAMED - 8), 0, FRAMED - 8);
      }
    }
    RecordIndex index = RecordIndex.read(conf(), fs().getFileStatus(rec));
    write("g.rec", damaged(IntStream.range(30, RECORDS)));
    var places = LongStream.range(0, RECORDS).iterator();
    try (var gather =
        new RecordGather(
            conf(), java.util.List.of(index), places, DamageTracker.of(conf(), null))) {
      var e =
          assertThrows(
              MalformedRecordException.class,
              () -> {
                while (gather.next()) {
                  assertTrue(gather.record() < 30);
                }
              });
      assertTrue(e.what().startsWith("too many damaged records"), e.what());
    }
  }
}
