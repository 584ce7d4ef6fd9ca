// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.testing.Damage;
import dev.recordio.testing.Supports;
import dev.recordio.wire.RecordIOFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Payloads made of records, in files that are not escaped: no record twice, none lost. */
@Supports(row = "files whose payloads may contain magic words", engine = "MapReduce")
class AgreedStartTest {
  /** A file and where its records begin. */
  private record Sample(byte[] file, List<Long> offsets) {}

  private static byte[] frame(byte[] payload) {
    byte[] framed = new byte[(int) RecordIOFormat.align(8 + payload.length)];
    RecordIOFormat.putWord(framed, 0, RecordIOFormat.MAGIC);
    RecordIOFormat.putWord(framed, 4, payload.length);
    System.arraycopy(payload, 0, framed, 8, payload.length);
    return framed;
  }

  private static Sample sample(List<byte[]> payloads) {
    var file = new ByteArrayOutputStream();
    var offsets = new ArrayList<Long>();
    for (byte[] payload : payloads) {
      offsets.add((long) file.size());
      file.writeBytes(frame(payload));
    }
    return new Sample(file.toByteArray(), offsets);
  }

  /** Each payload holds a header from which one gets to the same place in the next payload. */
  private static Sample parallelChains() {
    var payloads = new ArrayList<byte[]>();
    for (int i = 0; i < 30; i++) {
      byte[] payload = Damage.payload(i, 52);
      for (int at = 12; at < 44; at += 8) {
        Damage.putWord(payload, at, RecordIOFormat.MAGIC);
        Damage.putWord(payload, at + 4, 52);
      }
      payloads.add(payload);
    }
    return sample(payloads);
  }

  /** Payloads that are files of records themselves, which end where the payload does. */
  private static Sample filesInFiles(int records, int length) {
    var payloads = new ArrayList<byte[]>();
    for (int i = 0; i < 6; i++) {
      var inner = new ByteArrayOutputStream();
      for (int j = 0; j < records; j++) {
        inner.writeBytes(frame(Damage.payload(j, length)));
      }
      payloads.add(inner.toByteArray());
      payloads.add(Damage.payload(i, 5));
    }
    return sample(payloads);
  }

  /** Words of which most are magics and small lengths. */
  private static Sample random(int seed) {
    var random = new Random(seed);
    var payloads = new ArrayList<byte[]>();
    for (int i = 0; i < 12; i++) {
      byte[] payload = new byte[random.nextInt(80)];
      for (int at = 0; at + 4 <= payload.length; at += 4) {
        int word = random.nextInt(3) == 0 ? random.nextInt(40) : RecordIOFormat.MAGIC;
        RecordIOFormat.putWord(payload, at, word);
      }
      payloads.add(payload);
    }
    return sample(payloads);
  }

  private static List<Long> offsets(byte[] file, long start, long end, int lookBack)
      throws IOException {
    var offsets = new ArrayList<Long>();
    DamageTracker damage = DamageTracker.failing();
    try (var reader = InMemory.unescaped(file, start, end, 64, damage, lookBack)) {
      while (reader.next()) {
        offsets.add(reader.offset());
      }
      assertTrue(!reader.next() && !reader.next());
    }
    return offsets;
  }

  /** Reads a file cut in two, everywhere; returns how often that was an error. */
  private static int cutEverywhere(Sample sample, int lookBack) throws IOException {
    int errors = 0;
    int step = lookBack < AgreedStart.LOOK_BACK ? RecordIOFormat.ALIGNMENT : 1;
    for (int cut = 0; cut <= sample.file.length; cut += step) {
      try {
        var offsets = new ArrayList<>(offsets(sample.file, 0, cut, lookBack));
        offsets.addAll(offsets(sample.file, cut, sample.file.length, lookBack));
        assertEquals(sample.offsets, offsets, "cut at " + cut);
      } catch (MalformedRecordException e) {
        assertEquals("record start that the next range would not find", e.what());
        assertTrue(sample.offsets.contains(e.offset()) || e.offset() == sample.file.length);
        errors++;
      }
    }
    return errors;
  }

  @ParameterizedTest
  @ValueSource(ints = {512, AgreedStart.LOOK_BACK})
  void eachRecordIsReadOnceWhereverTheFileIsCut(int lookBack) throws IOException {
    assertEquals(0, cutEverywhere(parallelChains(), lookBack));
    assertEquals(0, cutEverywhere(filesInFiles(10, 17), lookBack));
    for (int seed = 0; seed < 8; seed++) {
      assertEquals(0, cutEverywhere(random(seed), lookBack), "seed " + seed);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {16, 64, 128})
  void whereLittleIsLookedAtRecordsAreStillRightOrAnError(int lookBack) throws IOException {
    int errors = cutEverywhere(parallelChains(), lookBack);
    assertEquals(lookBack == 16, errors > 0, "errors " + errors);
    for (int seed = 0; seed < 8; seed++) {
      cutEverywhere(random(seed), lookBack);
    }
  }

  @Test
  void manyRangesGiveEachRecordOnce() throws IOException {
    for (Sample sample : List.of(parallelChains(), filesInFiles(10, 17), random(1))) {
      for (int size = 4; size < 200; size += 28) {
        var offsets = new ArrayList<Long>();
        for (int from = 0; from < sample.file.length; from += size) {
          offsets.addAll(offsets(sample.file, from, from + size, 1 << 10));
        }
        assertEquals(sample.offsets, offsets, "ranges of " + size);
      }
    }
  }

  @Test
  void verifyingAloneTakesThePayloadsRecordsForRecords() throws IOException {
    Sample sample = filesInFiles(20, 17);
    var offsets = new ArrayList<Long>();
    for (int from : new int[] {0, 100}) {
      int to = from == 0 ? 100 : sample.file.length;
      try (var reader = InMemory.reader(sample.file, from, to, 64, 10, DamageTracker.failing())) {
        while (reader.next()) {
          offsets.add(reader.offset());
        }
      }
    }
    assertNotEquals(sample.offsets, offsets);
  }

  /** Where a payload is longer than what is looked at, its records are at most an error. */
  @Test
  void wholeFileInALongPayloadIsAnErrorAndNeverWrongRecords() throws IOException {
    Sample sample = filesInFiles(60, 5);
    int errors = cutEverywhere(sample, 64);
    assertTrue(errors > sample.file.length / 8, errors + " of " + sample.file.length);
    assertEquals(0, cutEverywhere(sample, 2048));
  }

  /** The reader of a range without a record start checks the next range, too. */
  @Test
  void rangesWithinALongPayloadAreCheckedToo() throws IOException {
    Sample sample = filesInFiles(60, 5);
    // The first range is before the long payload's records; the second, within them, is empty.
    assertEquals(List.of(0L), offsets(sample.file, 0, 8, 1 << 12));
    assertEquals(List.of(), offsets(sample.file, 8, 400, 1 << 12));
    assertThrows(MalformedRecordException.class, () -> offsets(sample.file, 8, 400, 64));
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 4096})
  void damageIsReportedByItsRangeAndCostsTheOthersNothing(int lookBack) throws IOException {
    var payloads = new ArrayList<byte[]>();
    for (int i = 0; i < 40; i++) {
      payloads.add(Damage.payload(i, 40));
    }
    Sample sample = sample(payloads);
    for (int lost = 0; lost < 40; lost += 3) {
      byte[] file = Damage.putWord(sample.file.clone(), lost * 48L, 0x12345678);
      for (int cut = 0; cut < file.length; cut += 44) {
        var offsets = new ArrayList<Long>();
        DamageTracker damage = InMemory.skipping();
        for (int[] range : new int[][] {{0, cut}, {cut, file.length}}) {
          try (var reader = InMemory.unescaped(file, range[0], range[1], 64, damage, lookBack)) {
            while (reader.next()) {
              offsets.add(reader.offset());
            }
          }
        }
        var expected = new ArrayList<>(sample.offsets);
        expected.remove(lost);
        assertEquals(expected, offsets, "lost " + lost + ", cut " + cut);
      }
      assertThrows(MalformedRecordException.class, () -> offsets(file, 0, file.length, lookBack));
    }
  }
}
