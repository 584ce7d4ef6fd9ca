// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.testing.BytesStream;
import dev.recordio.testing.Damage;
import dev.recordio.testing.HoleStream;
import dev.recordio.wire.RecordIOFormat;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records of many megabytes, and those that only claim so. */
class LongRecordsTest {
  private static final int MIB = 1 << 20;

  private static List<Long> offsets(ChunkReader chunks, long end, DamageTracker damage)
      throws IOException {
    var offsets = new ArrayList<Long>();
    try (var reader = new RecordRangeReader(chunks, 0, end, 0, damage)) {
      while (reader.next()) {
        offsets.add(reader.offset());
      }
    }
    return offsets;
  }

  private static ChunkReader chunks(byte[] file, int buffer) {
    return ChunkReader.of(BytesStream.open(file), InMemory.NAME, file.length, buffer);
  }

  @ParameterizedTest
  @ValueSource(ints = {4096, 1 << 20, 16 << 20})
  void longRecordsAmongShortOnesAreSound(int buffer) throws IOException {
    byte[] file =
        Damage.file(
            List.of(
                Damage.payload(1, 10),
                Damage.payload(2, 5 * MIB + 3),
                Damage.payload(3, 700),
                Damage.payload(4, 4 * MIB - 4),
                Damage.payload(5, 4 * MIB),
                Damage.payload(6, 9 * MIB),
                Damage.payload(7, 0),
                Damage.payload(8, 6 * MIB)));
    assertEquals(8, offsets(chunks(file, buffer), file.length, DamageTracker.failing()).size());
  }

  @Test
  void longRecordsOfManyPartsAreReadOnce() throws IOException {
    byte[] payload = Damage.payload(1, 12 * MIB);
    for (int at = 0; at < payload.length; at += 40_000) {
      RecordIOFormat.putWord(payload, at, RecordIOFormat.MAGIC);
    }
    byte[] file = Damage.file(List.of(payload, Damage.payload(2, 100)));
    ChunkReader chunks = chunks(file, MIB);
    try (var reader = new RecordRangeReader(chunks, 0, file.length, 0, DamageTracker.failing())) {
      assertTrue(reader.next());
      int from = reader.payloadOffset();
      assertTrue(
          Arrays.equals(
              payload, 0, payload.length, reader.buffer(), from, from + reader.payloadLength()));
      assertTrue(reader.next());
      assertFalse(reader.next());
      assertEquals(file.length, reader.bytesRead());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 4096, 1 << 20})
  void lieOfManyMegabytesIsFoundWithoutHoldingThem(int buffer) throws IOException {
    var payloads = new ArrayList<byte[]>();
    for (int i = 0; i < 9000; i++) {
      payloads.add(Damage.payload(i, 1000));
    }
    byte[] file = Damage.file(payloads);
    assertTrue(file.length > 8 * MIB);
    int framed = file.length / payloads.size();
    // Two false lengths, the first one longer: it must not hide the second.
    Damage.putWord(file, 100L * framed + 4, RecordIOFormat.lrec(0, 8 * MIB));
    Damage.putWord(file, 300L * framed + 4, RecordIOFormat.lrec(0, 6 * MIB));
    DamageTracker damage = InMemory.skipping();
    ChunkReader chunks = chunks(file, buffer);
    int before = chunks.buffer().length;
    List<Long> offsets = offsets(chunks, file.length, damage);
    assertEquals(8998, offsets.size());
    assertFalse(offsets.contains(100L * framed) || offsets.contains(300L * framed));
    assertEquals(2, damage.damagedRecords());
    assertEquals(2 * framed, damage.damagedBytes());
    assertTrue(chunks.buffer().length <= Math.max(before, 4096), "" + chunks.buffer().length);
    var e =
        assertThrows(
            MalformedRecordException.class,
            () -> offsets(chunks(file, buffer), file.length, DamageTracker.failing()));
    assertEquals(100L * framed, e.offset());
  }

  @Test
  void lieOfHalfAGigabyteIsFoundWithoutHoldingIt() throws IOException {
    long length = 520L * MIB;
    byte[] head = Damage.file(List.of(Damage.payload(1, 50), Damage.payload(2, 90)));
    byte[] tail = Damage.file(List.of(Damage.payload(3, 70)));
    Damage.putWord(head, 4, RecordIOFormat.lrec(0, 500 * MIB));
    ChunkReader chunks =
        ChunkReader.of(HoleStream.open(head, tail, length), InMemory.NAME, length, MIB);
    int before = chunks.buffer().length;
    DamageTracker damage = InMemory.skipping();
    assertEquals(List.of(60L, length - tail.length), offsets(chunks, length, damage));
    // The false length, and the hole.
    assertEquals(2, damage.damagedRecords());
    assertEquals(60 + length - head.length - tail.length, damage.damagedBytes());
    assertEquals(before, chunks.buffer().length);
  }

  @Test
  void falseLengthAcrossAHoleIsFoundAfterIt() throws IOException {
    long length = 480L * MIB;
    byte[] head = Damage.file(List.of(Damage.payload(1, 50)));
    byte[] tail = Damage.file(List.of(Damage.payload(3, 200 * 1024), Damage.payload(4, 8)));
    Damage.putWord(head, 4, RecordIOFormat.lrec(0, (int) (length - head.length - 1024)));
    ChunkReader chunks =
        ChunkReader.of(HoleStream.open(head, tail, length), InMemory.NAME, length, MIB);
    int before = chunks.buffer().length;
    DamageTracker damage = InMemory.skipping();
    assertEquals(List.of(length - tail.length, length - 16), offsets(chunks, length, damage));
    assertEquals(length - tail.length, damage.damagedBytes());
    assertEquals(before, chunks.buffer().length);
  }

  @Test
  void damageIsNotMeasuredFarBeyondTheRange() throws IOException {
    long length = 900L * MIB;
    byte[] head = Damage.file(List.of(Damage.payload(1, 50), Damage.payload(2, 90)));
    byte[] tail = Damage.file(List.of(Damage.payload(3, 70)));
    Damage.putWord(head, 60, 0);
    ChunkReader chunks =
        ChunkReader.of(HoleStream.open(head, tail, length), InMemory.NAME, length, MIB);
    var ranges = new ArrayList<Long>();
    var conf = new Configuration(false);
    conf.set("recordio.input.corrupt-record.policy", "quarantine");
    DamageTracker damage =
        DamageTracker.of(
            conf,
            (why, begin, end) -> {
              ranges.addAll(List.of(begin, end));
              assertTrue(why.found().contains("not looked for"), why::getMessage);
            });
    try (var reader = new RecordRangeReader(chunks, 0, 100, 0, damage)) {
      assertTrue(reader.next());
      assertFalse(reader.next());
      assertTrue(reader.bytesRead() < 70L * MIB, reader.bytesRead() + " bytes");
    }
    assertEquals(60, ranges.get(0));
    assertTrue(ranges.get(1) >= 100 + 16 * MIB && ranges.get(1) < 70L * MIB, ranges::toString);
    assertEquals(1, damage.damagedRecords());
    assertEquals(0, damage.resyncs());
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 4096, 1 << 20})
  void lieInAStreamIsFoundWithoutHoldingWhatItClaims(int buffer) throws IOException {
    var payloads = new ArrayList<byte[]>();
    for (int i = 0; i < 40_000; i++) {
      payloads.add(Damage.payload(i, 1000));
    }
    byte[] file = Damage.file(payloads);
    Damage.putWord(file, 100L * 1008 + 4, RecordIOFormat.lrec(0, 30 * MIB));
    DamageTracker damage = InMemory.skipping();
    ChunkReader chunks =
        ChunkReader.ofStream(new ByteArrayInputStream(file), InMemory.NAME, buffer);
    assertEquals(39_999, offsets(chunks, Long.MAX_VALUE, damage).size());
    assertEquals(1008, damage.damagedBytes());
    assertTrue(chunks.buffer().length < 12 * MIB, chunks.buffer().length + " bytes");
  }

  @Test
  void longRecordOfAStreamMayHoldAMagicThatNoRecordsFollow() throws IOException {
    byte[] payload = Damage.payload(1, 12 * MIB);
    byte[] file = Damage.file(List.of(payload, Damage.payload(2, 100)));
    Damage.putWord(file, 8 + 2 * MIB, RecordIOFormat.MAGIC); // written without escaping
    Damage.putWord(file, 12 + 2 * MIB, RecordIOFormat.lrec(0, 40));
    ChunkReader chunks = ChunkReader.ofStream(new ByteArrayInputStream(file), InMemory.NAME, MIB);
    assertEquals(2, offsets(chunks, Long.MAX_VALUE, DamageTracker.failing()).size());
  }
}
