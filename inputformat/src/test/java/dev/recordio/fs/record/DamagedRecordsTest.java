// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.testing.Damage;
import dev.recordio.testing.ExpectedRecords;
import dev.recordio.testing.ReadRecord;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Damage costs the damaged record and no other, is counted once, and is never silently skipped. */
@Tag("deep")
class DamagedRecordsTest {
  static final List<String> NAMES = List.of("multi/part-1", "indexed", "magic", "mixed", "plain");
  private static final int[] BUFFERS = {16, 4096};

  private static List<ReadRecord> expected(String name) {
    return ExpectedRecords.of(name).stream()
        .map(r -> new ReadRecord(InMemory.NAME, r.offset(), r.length(), r.sha256()))
        .toList();
  }

  private static List<ReadRecord> without(List<ReadRecord> all, int lost) {
    var rest = new ArrayList<>(all);
    rest.remove(lost);
    return rest;
  }

  private static void assertLost(
      byte[] file, List<ReadRecord> sound, long begin, long end, int buffer) throws IOException {
    DamageTracker damage = InMemory.skipping();
    String message = "damage at " + begin + ", read by " + buffer;
    assertEquals(sound, InMemory.records(file, 0, file.length, buffer, damage), message);
    assertEquals(1, damage.damagedRecords(), message);
    assertEquals(end - begin, damage.damagedBytes(), message);
    assertEquals(end < file.length ? 1 : 0, damage.resyncs(), message);
    assertEquals(sound.size(), damage.soundRecords(), message);
    var e =
        assertThrows(
            MalformedRecordException.class,
            () -> InMemory.records(file, 0, file.length, buffer, DamageTracker.failing()));
    assertEquals(begin, e.offset(), message);
    assertEquals(InMemory.NAME, e.path(), message);
  }

  @ParameterizedTest
  @FieldSource("NAMES")
  void damagedMagicLosesOnlyItsRecord(String name) throws IOException {
    List<ReadRecord> all = expected(name);
    for (int lost = 0; lost < all.size(); lost += 1 + all.size() / 30) {
      byte[] file = ExpectedRecords.bytes(name + ".rec");
      long begin = all.get(lost).offset();
      long end = lost + 1 < all.size() ? all.get(lost + 1).offset() : file.length;
      Damage.putWord(file, begin, 0x12345678);
      for (int buffer : BUFFERS) {
        assertLost(file, without(all, lost), begin, end, buffer);
      }
    }
  }

  @ParameterizedTest
  @FieldSource("NAMES")
  void lengthThatReachesBeyondTheFileLosesOnlyItsRecord(String name) throws IOException {
    List<ReadRecord> all = expected(name);
    for (int lost = 0; lost < all.size(); lost += 1 + all.size() / 30) {
      byte[] file = ExpectedRecords.bytes(name + ".rec");
      long begin = all.get(lost).offset();
      long end = lost + 1 < all.size() ? all.get(lost + 1).offset() : file.length;
      Damage.putWord(file, begin + 4, RecordIOFormat.MAX_PAYLOAD_BYTES);
      for (int buffer : BUFFERS) {
        assertLost(file, without(all, lost), begin, end, buffer);
      }
    }
  }

  @ParameterizedTest
  @FieldSource("NAMES")
  void lengthThatSwallowsLaterRecordsLosesOnlyItsRecord(String name) throws IOException {
    List<ReadRecord> all = expected(name);
    for (int lost = 0; lost + 3 < all.size(); lost += 1 + all.size() / 30) {
      byte[] file = ExpectedRecords.bytes(name + ".rec");
      long begin = all.get(lost).offset();
      // Up to the length word of a later record: that is no magic.
      long claimed = all.get(lost + 2).offset() + 4 - begin - RecordIOFormat.HEADER_BYTES;
      Damage.putWord(file, begin + 4, RecordIOFormat.lrec(0, (int) claimed));
      for (int buffer : BUFFERS) {
        assertLost(file, without(all, lost), begin, all.get(lost + 1).offset(), buffer);
      }
    }
  }

  @Test
  void lengthThatLandsOnALaterPartLosesOnlyItsRecord() throws IOException {
    byte[] sound = ExpectedRecords.bytes("magic.rec");
    List<ReadRecord> all = expected("magic");
    int tried = 0;
    for (int lost = 0; lost < all.size(); lost++) {
      long begin = all.get(lost).offset();
      long end = lost + 1 < all.size() ? all.get(lost + 1).offset() : sound.length;
      if (all.get(lost).length() > end - begin - RecordIOFormat.HEADER_BYTES) {
        continue; // several parts
      }
      for (long at = end; at < sound.length && at < end + 400; at += 4) {
        int cflag = RecordIOFormat.cflag(RecordIOFormat.word(sound, (int) at + 4));
        if (RecordIOFormat.word(sound, (int) at) == RecordIOFormat.MAGIC && cflag > 1) {
          byte[] file = sound.clone();
          int claimed = (int) (at - begin) - RecordIOFormat.HEADER_BYTES;
          Damage.putWord(file, begin + 4, RecordIOFormat.lrec(0, claimed));
          for (int buffer : BUFFERS) {
            assertLost(file, without(all, lost), begin, end, buffer);
          }
          tried++;
        }
      }
    }
    assertTrue(tried > 50, tried + " lengths");
  }

  @Test
  void damageOverCutsIsTheSameAsWithoutCuts() throws IOException {
    List<ReadRecord> all = expected("multi/part-1");
    for (int lost = 0; lost < all.size(); lost++) {
      for (int kind = 0; kind < 4; kind++) {
        byte[] file = ExpectedRecords.bytes("multi/part-1.rec");
        int begin = (int) all.get(lost).offset();
        switch (kind) {
          case 0 -> Damage.putWord(file, begin, 0);
          case 1 -> Damage.putWord(file, begin + 4, RecordIOFormat.MAX_PAYLOAD_BYTES);
          case 2 -> Damage.putWord(file, begin + 4, RecordIOFormat.lrec(2, 0));
          default -> Damage.putWord(file, begin + 4, RecordIOFormat.lrec(7, 8));
        }
        assertSameOverCuts(file, "kind " + kind + " in record " + lost, 1);
      }
    }
  }

  @Test
  void damagedFixturesAreTheSameOverCuts() throws IOException {
    for (String name :
        List.of(
            "cut-between-parts",
            "cut-in-header",
            "cut-in-payload",
            "leading-garbage",
            "not-multiple-of-4",
            "starts-mid-record")) {
      assertSameOverCuts(ExpectedRecords.bytes("damaged/" + name + ".rec"), name, 1);
    }
  }

  @Test
  void severalDamagesOverCutsAreTheSameAsWithoutCuts() throws IOException {
    byte[] file = ExpectedRecords.bytes("multi/part-1.rec");
    List<ReadRecord> all = expected("multi/part-1");
    for (int lost : new int[] {0, 1, 4, 6, 7, 11}) {
      Damage.putWord(file, all.get(lost).offset(), 0);
    }
    assertSameOverCuts(Arrays.copyOf(file, file.length - 2), "several", 4);
  }

  private static void assertSameOverCuts(byte[] file, String message, int count)
      throws IOException {
    DamageTracker whole = InMemory.skipping();
    List<ReadRecord> expected = InMemory.records(file, 0, file.length, 4096, whole);
    assertEquals(count, whole.damagedRecords(), message);
    for (int buffer : BUFFERS) {
      for (int cut = 0; cut <= file.length; cut += nearHeader(file, cut) ? 1 : 44) {
        DamageTracker parts = InMemory.skipping();
        var records = new ArrayList<>(InMemory.records(file, 0, cut, buffer, parts));
        records.addAll(InMemory.records(file, cut, file.length, buffer, parts));
        String at = message + ", cut at " + cut + ", read by " + buffer;
        assertEquals(expected, records, at);
        assertEquals(whole.damagedRecords(), parts.damagedRecords(), at);
        assertEquals(whole.damagedBytes(), parts.damagedBytes(), at);
        assertEquals(whole.resyncs(), parts.resyncs(), at);
      }
    }
  }

  /** Whether a magic word, or what is left of one, is within 48 bytes: small files, always. */
  private static boolean nearHeader(byte[] file, int cut) {
    if (file.length < 1000) {
      return true;
    }
    for (int at = Math.max(0, cut - 48 & -4); at <= Math.min(file.length - 4, cut + 48); at += 4) {
      int word = RecordIOFormat.word(file, at);
      if (word == RecordIOFormat.MAGIC || word == 0) {
        return true;
      }
    }
    return false;
  }

  @Test
  void damageAtACutFailsOneOfTheRanges() throws IOException {
    byte[] file = ExpectedRecords.bytes("multi/part-1.rec");
    int begin = (int) expected("multi/part-1").get(5).offset();
    Damage.putWord(file, begin, 0);
    for (int cut = begin - 8; cut <= begin + 8; cut++) {
      int at = cut;
      var e =
          assertThrows(
              MalformedRecordException.class,
              () -> {
                InMemory.records(file, 0, at, 64, DamageTracker.failing());
                InMemory.records(file, at, file.length, 64, DamageTracker.failing());
              },
              () -> "cut at " + at);
      assertEquals(begin, e.offset());
      assertEquals("00 00 00 00", e.found());
      assertTrue(e.expected().contains("0A 23 D7 CE"), e.expected());
    }
  }
}
