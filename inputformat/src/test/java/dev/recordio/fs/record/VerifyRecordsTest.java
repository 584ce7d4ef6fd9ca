// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.testing.Damage;
import dev.recordio.testing.ExpectedRecords;
import dev.recordio.testing.Supports;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of writers that do not escape: false starts are distinguished from true ones. */
@Supports(row = "files whose payloads may contain magic words", engine = "MapReduce")
class VerifyRecordsTest {
  private static final int RECORDS = 60;
  private static final int PAYLOAD = 800;
  private static final int FRAMED = PAYLOAD + RecordIOFormat.HEADER_BYTES;

  /** Frames payloads as they are; each holds a header of a record that seems to end in it. */
  private static byte[] unescaped() {
    var file = new byte[RECORDS * FRAMED];
    for (int i = 0; i < RECORDS; i++) {
      int at = i * FRAMED;
      byte[] payload = Damage.payload(i, PAYLOAD);
      RecordIOFormat.putWord(payload, 100, RecordIOFormat.MAGIC);
      RecordIOFormat.putWord(payload, 104, RecordIOFormat.lrec(0, 4));
      // A second false start, from which one step leads to a third.
      for (int start : new int[] {400, 420}) {
        RecordIOFormat.putWord(payload, start, RecordIOFormat.MAGIC);
        RecordIOFormat.putWord(payload, start + 4, RecordIOFormat.lrec(i & 1, 12));
      }
      RecordIOFormat.putWord(file, at, RecordIOFormat.MAGIC);
      RecordIOFormat.putWord(file, at + 4, PAYLOAD);
      System.arraycopy(payload, 0, file, at + 8, PAYLOAD);
    }
    return file;
  }

  private static List<Long> offsets(byte[] file, long start, long end, int verify, int buffer)
      throws IOException {
    var offsets = new ArrayList<Long>();
    DamageTracker damage = InMemory.skipping();
    try (var reader = InMemory.reader(file, start, end, buffer, verify, damage)) {
      while (reader.next()) {
        offsets.add(reader.offset());
      }
    }
    return offsets;
  }

  private static List<Long> all() {
    return all(FRAMED);
  }

  private static List<Long> all(int framed) {
    var offsets = new ArrayList<Long>();
    for (long i = 0; i < RECORDS; i++) {
      offsets.add(i * framed);
    }
    return offsets;
  }

  @Test
  void withoutVerifyingAFalseStartIsTakenForARecord() throws IOException {
    assertNotEquals(
        List.of((long) FRAMED),
        offsets(unescaped(), 50, FRAMED + 4, 0, 4096),
        "the file has no false start");
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 4096, 1 << 20})
  void verifyingFindsTheTrueStartFromEveryOffset(int buffer) throws IOException {
    byte[] file = unescaped();
    List<Long> all = all();
    for (int cut = 0; cut <= file.length; cut += 4) {
      int owned = (cut + FRAMED - 1) / FRAMED;
      assertEquals(all.subList(0, owned), offsets(file, 0, cut, 10, buffer), "end " + cut);
      if (cut % 20 == 0 || cut > file.length - 3 * FRAMED) {
        assertEquals(
            all.subList(owned, RECORDS),
            offsets(file, cut, file.length, 10, buffer),
            "start " + cut);
      }
    }
  }

  @Test
  void chainThatReachesTheEndOfTheFileIsTrusted() throws IOException {
    byte[] file = unescaped();
    long last = (RECORDS - 1L) * FRAMED;
    assertEquals(List.of(last), offsets(file, last, file.length, 1000, 64));
    assertEquals(List.of(last - FRAMED, last), offsets(file, last - FRAMED, file.length, 1000, 64));
    assertTrue(offsets(file, last + 4, file.length, 10, 64).isEmpty());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10})
  void filesThatEscapeAreReadTheSame(int verify) throws IOException {
    byte[] file = ExpectedRecords.bytes("magic.rec");
    List<Long> all = ExpectedRecords.of("magic").stream().map(r -> r.offset()).toList();
    for (int cut = 0; cut <= file.length; cut += 76) {
      var offsets = new ArrayList<>(offsets(file, 0, cut, verify, 64));
      offsets.addAll(offsets(file, cut, file.length, verify, 64));
      assertEquals(all, offsets, "cut at " + cut);
    }
  }

  /** A file of records that escape, or of some that do not, with false starts. */
  private static byte[] sound(boolean escaped) {
    return escaped
        ? Damage.file(IntStream.range(0, RECORDS).mapToObj(i -> Damage.payload(i, 92)).toList())
        : unescaped();
  }

  /** Where the payloads hold magic words, damage to a header may cost the record before it, too. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void damageAfterARangesBeginIsReportedAndCostsNoOtherRecord(boolean escaped) throws IOException {
    int framed = sound(escaped).length / RECORDS;
    for (int lost = 18; lost <= 34; lost++) {
      for (int kind = 0; kind < 3; kind++) {
        byte[] file = sound(escaped);
        switch (kind) {
          case 0 -> Damage.putWord(file, lost * framed, 0x12345678);
          case 1 -> Damage.putWord(file, lost * framed + 4, RecordIOFormat.MAX_PAYLOAD_BYTES);
          default -> Damage.putWord(file, lost * framed + 4, RecordIOFormat.lrec(3, 8));
        }
        int first = lost - (escaped || kind == 1 ? 0 : 1);
        for (int cut : new int[] {20 * framed, 20 * framed + 60, 22 * framed - 4}) {
          String message = "kind " + kind + " in record " + lost + ", cut " + cut;
          assertReported(file, cut, first * framed, message);
          var offsets = new ArrayList<>(offsets(file, 0, cut, 10, 4096));
          offsets.addAll(offsets(file, cut, file.length, 10, 4096));
          List<Long> expected = all(framed);
          expected.subList(first, lost + 1).clear();
          assertEquals(expected, offsets, message);
        }
      }
    }
  }

  private static void assertReported(byte[] file, int cut, long offset, String message) {
    var e =
        assertThrows(
            MalformedRecordException.class,
            () -> {
              for (int from : new int[] {0, cut}) {
                int to = from == 0 ? cut : file.length;
                try (var reader =
                    InMemory.reader(file, from, to, 4096, 10, DamageTracker.failing())) {
                  while (reader.next()) {
                    assertTrue(reader.offset() >= from);
                  }
                }
              }
            },
            message);
    assertEquals(offset, e.offset(), message);
  }

  @Test
  void everyByteIsOfARecordOrOfDamageThatIsReported() throws IOException {
    var random = new Random(11);
    for (int round = 0; round < 300; round++) {
      byte[] file = sound(round % 2 == 0);
      int framed = file.length / RECORDS;
      for (int i = 0; i < 1 + round % 7; i++) {
        Damage.putWord(file, random.nextInt(RECORDS) * framed, 0x12345678);
      }
      int cut = random.nextInt(file.length);
      DamageTracker damage = InMemory.skipping();
      long bytes = 0;
      for (int from : new int[] {0, cut}) {
        int to = from == 0 ? cut : file.length;
        try (var reader = InMemory.reader(file, from, to, 4096, 5, damage)) {
          while (reader.next()) {
            bytes += reader.position() - reader.offset();
          }
        }
      }
      assertEquals(file.length, bytes + damage.damagedBytes(), "round " + round + ", cut " + cut);
    }
  }
}
