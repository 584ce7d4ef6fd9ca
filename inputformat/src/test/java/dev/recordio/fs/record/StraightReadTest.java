// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.testing.BytesStream;
import dev.recordio.testing.ExpectedRecords;
import dev.recordio.wire.RecordIOFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.io.BytesWritable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that are read directly from the file are those that the window would give. */
class StraightReadTest {
  /** A chunk this small leaves hardly a record to the window. */
  private static final int[] CHUNKS = {16, 64, 1 << 10};

  /** All results of reading: records, damage, and how it ended. */
  private static List<String> read(
      byte[] file, int listed, long start, long end, int chunk, boolean skips, boolean intoValue)
      throws IOException {
    DamageTracker damage = skips ? InMemory.skipping() : DamageTracker.failing();
    var results = new ArrayList<String>();
    var value = new BytesWritable();
    IntUnaryOperator granted = asked -> chunk == 64 ? 1 + asked / 2 : asked;
    ChunkReader chunks =
        ChunkReader.of(BytesStream.open(file, granted), InMemory.NAME, listed, chunk);
    try (var reader = new RecordRangeReader(chunks, start, end, 0, damage)) {
      while (intoValue ? reader.next(value) : reader.next()) {
        byte[] payload =
            intoValue
                ? value.copyBytes()
                : Arrays.copyOfRange(
                    reader.buffer(),
                    reader.payloadOffset(),
                    reader.payloadOffset() + reader.payloadLength());
        assertEquals(reader.payloadLength(), payload.length);
        results.add(
            reader.offset()
                + " to "
                + reader.position()
                + ", parts "
                + reader.parts()
                + ", "
                + Arrays.hashCode(payload));
      }
    } catch (MalformedRecordException e) {
      results.add(e.getMessage());
    }
    results.add("damaged " + damage.damagedRecords() + ", bytes " + damage.damagedBytes());
    return results;
  }

  private static void same(byte[] file, int listed, long start, long end, int chunk)
      throws IOException {
    for (boolean skips : new boolean[] {false, true}) {
      assertEquals(
          read(file, listed, start, end, chunk, skips, false),
          read(file, listed, start, end, chunk, skips, true),
          () -> "from " + start + " to " + end + " of " + file.length + ", read by " + chunk);
    }
  }

  private static void same(byte[] file) throws IOException {
    for (int chunk : CHUNKS) {
      same(file, file.length, 0, file.length, chunk);
    }
  }

  /** A file of records whose lengths are these; every third holds a magic word, and has parts. */
  private static byte[] records(int... lengths) throws IOException {
    var out = new ByteArrayOutputStream();
    var random = new SplittableRandom(1);
    try (var writer =
        new RecordFileWriter(new FSDataOutputStream(out, null), null, null, 1 << 10)) {
      for (int i = 0; i < lengths.length; i++) {
        var payload = new byte[lengths[i]];
        random.nextBytes(payload);
        if (i % 3 == 2 && lengths[i] > 12) {
          System.arraycopy(new byte[] {0x0A, 0x23, (byte) 0xD7, (byte) 0xCE}, 0, payload, 8, 4);
        }
        writer.write(i, payload, 0, payload.length);
      }
    }
    return out.toByteArray();
  }

  private static byte[] small() throws IOException {
    return records(40, 0, 61, 7, 130, 90, 3, 33, 80, 1, 57);
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "magic", "mixed", "empty-records"})
  void filesOfLibdmlcAreTheSame(String name) throws IOException {
    byte[] file = ExpectedRecords.bytes(name + ".rec");
    same(file);
    for (int cut = 0; cut <= file.length; cut += file.length / 50 | 1) {
      same(file, file.length, 0, cut, 1 << 10);
      same(file, file.length, cut, file.length, 1 << 10);
    }
  }

  @Test
  void everyCutGivesTheSame() throws IOException {
    byte[] file = small();
    for (int chunk : CHUNKS) {
      for (int cut = 0; cut <= file.length; cut++) {
        same(file, file.length, 0, cut, chunk);
        same(file, file.length, cut, file.length, chunk);
      }
    }
  }

  @Test
  void everyTruncatedFileGivesTheSame() throws IOException {
    byte[] file = small();
    for (int length = 0; length < file.length; length++) {
      same(Arrays.copyOf(file, length));
    }
  }

  @Test
  void everyFileThatIsShorterThanItWasListedGivesTheSame() throws IOException {
    byte[] file = small();
    for (int length = 0; length < file.length; length++) {
      for (int chunk : CHUNKS) {
        same(Arrays.copyOf(file, length), file.length, 0, file.length, chunk);
      }
    }
  }

  @Test
  void everyWrongByteGivesTheSame() throws IOException {
    byte[] file = small();
    for (int at = 0; at < file.length; at++) {
      for (int flip : new int[] {1, 4, 0x20, 0x80}) {
        byte[] damaged = file.clone();
        damaged[at] ^= (byte) flip;
        same(damaged);
      }
    }
  }

  @Test
  void aLongRecordIsOneReadAndShortOnesAreReadByChunks() throws IOException {
    byte[] file = records(100_000, 100_001, 50, 60, 100_003);
    var reads = new ArrayList<Integer>();
    IntUnaryOperator granted =
        asked -> {
          reads.add(asked);
          return asked;
        };
    ChunkReader chunks =
        ChunkReader.of(BytesStream.open(file, granted), InMemory.NAME, file.length, 1 << 10);
    var value = new BytesWritable();
    try (var reader = new RecordRangeReader(chunks, 0, file.length, 0, DamageTracker.failing())) {
      assertTrue(reader.next(value));
      assertEquals(List.of(1 << 10, 8 + 100_000 + 8 - (1 << 10)), reads);
      assertTrue(reader.next(value));
      assertEquals(100_004 + 8, reads.get(2));
      assertTrue(reader.next(value) && reader.next(value));
      assertEquals(4, reads.size());
      assertTrue(reader.next(value));
      assertEquals(100_003, value.getLength());
      assertFalse(reader.next(value));
      assertEquals(file.length, reader.bytesRead());
    }
  }

  @Test
  void aLengthThatIsALieGrowsTheValueByLittle() throws IOException {
    byte[] file = new byte[5 << 20];
    byte[] record = records(40);
    System.arraycopy(record, 0, file, 0, record.length);
    System.arraycopy(record, 0, file, record.length, record.length);
    RecordIOFormat.putWord(file, 4, file.length - 100);
    ChunkReader chunks =
        ChunkReader.of(BytesStream.open(file), InMemory.NAME, file.length, 1 << 10);
    var value = new BytesWritable();
    try (var reader = new RecordRangeReader(chunks, 0, file.length, 0, DamageTracker.failing())) {
      assertThrows(MalformedRecordException.class, () -> reader.next(value));
      assertEquals(0, value.getCapacity());
    }
  }
}
