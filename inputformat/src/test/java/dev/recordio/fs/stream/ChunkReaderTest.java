// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.testing.BytesStream;
import dev.recordio.testing.Damage;
import dev.recordio.testing.ExpectedRecords;
import dev.recordio.wire.RecordCursor;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkReaderTest {
  private final byte[] file = Damage.payload(1, 10_000);

  private void assertHolds(ChunkReader reader, long from, long to) {
    assertEquals(from, reader.offset());
    assertTrue(reader.end() >= to);
    assertArrayEquals(
        Arrays.copyOfRange(file, (int) from, (int) reader.end()),
        Arrays.copyOf(reader.buffer(), reader.filled()));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 100, 5000})
  void shortReadsAreReadOn(int most) throws IOException {
    var random = new Random(7);
    IntUnaryOperator granted = asked -> 1 + random.nextInt(Math.min(asked, most));
    try (var reader = ChunkReader.of(BytesStream.open(file, granted), "f", file.length, 64)) {
      for (int from = 0; from < file.length; from += 1 + random.nextInt(300)) {
        int to = Math.min(file.length, from + random.nextInt(400));
        assertTrue(reader.fill(from, to, file.length));
        assertHolds(reader, from, to);
      }
    }
  }

  /** Ten thousand small files would otherwise cost gigabytes of new arrays. */
  @Test
  void windowOfASmallFileIsNoLargerThanTheFile() throws IOException {
    byte[] small = Arrays.copyOf(file, 100);
    try (var reader = ChunkReader.of(BytesStream.open(small), "f", small.length, 1 << 20)) {
      assertEquals(small.length, reader.buffer().length);
      assertTrue(reader.fill(0, 1, 1 << 20));
      assertHolds(reader, 0, small.length);
      assertFalse(reader.fill(40, 101, 1 << 20));
      assertHolds(reader, 40, small.length);
    }
    try (var reader = ChunkReader.of(BytesStream.open(file), "f", file.length, 1000)) {
      assertEquals(2000, reader.buffer().length);
    }
  }

  @Test
  void windowGoesBackByItsStreamsSeek() throws IOException {
    try (var reader = ChunkReader.of(BytesStream.open(file), "f", file.length, 64)) {
      for (int from : new int[] {5000, 100, 9990, 0, 4096, 4095}) {
        assertTrue(reader.fill(from, from + 10, from));
        assertHolds(reader, from, from + 10);
      }
    }
  }

  @Test
  void windowOfAStreamGoesForwardOnly() throws IOException {
    try (var reader = ChunkReader.ofStream(new ByteArrayInputStream(file), "f", 64)) {
      assertFalse(reader.canSeek());
      assertTrue(reader.fill(5000, 5010, Long.MAX_VALUE));
      assertHolds(reader, 5000, 5010);
      assertThrows(IllegalStateException.class, () -> reader.fill(4000, 4010, Long.MAX_VALUE));
      assertEquals(RecordCursor.UNKNOWN_LENGTH, reader.length());
      assertFalse(reader.fill(9990, 10_001, Long.MAX_VALUE));
      assertEquals(file.length, reader.length());
      EOFException e =
          assertThrows(EOFException.class, () -> reader.fill(20_000, 20_001, Long.MAX_VALUE));
      assertTrue(e.getMessage().startsWith("f ends"), e.getMessage());
    }
  }

  @Test
  void readsEndAtMultiplesOfTheChunkSizeOrAtTheSoftEnd() throws IOException {
    var asked = new ArrayList<Integer>();
    IntUnaryOperator granted =
        count -> {
          asked.add(count);
          return count;
        };
    try (var reader = ChunkReader.of(BytesStream.open(file, granted), "f", file.length, 4096)) {
      reader.fill(1000, 1008, file.length);
      reader.fill(4090, 4098, file.length);
      reader.fill(8190, 8200, 8300);
      reader.fill(8290, 8304, 8300);
    }
    assertEquals(List.of(4096 - 1000, 4096, 8300 - 8192, 4), asked);
  }

  @Test
  void sameArrayIsUsedAgain() throws IOException {
    try (var reader = ChunkReader.of(BytesStream.open(file), "f", file.length, 64)) {
      byte[] buffer = reader.buffer();
      for (int from = 0; from < file.length - 100; from += 40) {
        reader.fill(from, from + 60, file.length);
      }
      assertSame(buffer, reader.buffer());
    }
  }

  @Test
  void arrayGrowsToTwiceWhatWasReadAndNoFurther() throws IOException {
    // The stream's length is false: the requested bytes never exist.
    try (var reader = ChunkReader.of(BytesStream.open(file), "f", 1L << 40, 16)) {
      var e =
          assertThrows(MalformedRecordException.class, () -> reader.fill(0, 1L << 30, 1L << 30));
      assertEquals(file.length, e.offset());
      assertTrue(reader.buffer().length <= 2 * file.length, "grew to " + reader.buffer().length);
    }
  }

  @Test
  void bufferBelowAHeaderIsRefused() {
    var e =
        assertThrows(
            IllegalArgumentException.class,
            () -> ChunkReader.of(BytesStream.open(file), "f", file.length, 15));
    assertTrue(e.getMessage().contains("recordio.input.buffer-size is 15"), e.getMessage());
  }

  @Test
  void shortReadsGiveTheSameRecords() throws IOException {
    byte[] magic = ExpectedRecords.bytes("magic.rec");
    var random = new Random(3);
    IntUnaryOperator granted = asked -> 1 + random.nextInt(Math.min(asked, 9));
    for (int buffer : new int[] {16, 4096}) {
      var offsets = new ArrayList<Long>();
      var chunks = ChunkReader.of(BytesStream.open(magic, granted), "f", magic.length, buffer);
      try (var reader =
          new RecordRangeReader(chunks, 0, magic.length, 0, DamageTracker.failing())) {
        while (reader.next()) {
          offsets.add(reader.offset());
        }
      }
      assertEquals(ExpectedRecords.of("magic").stream().map(r -> r.offset()).toList(), offsets);
    }
  }

  @Test
  void fileThatIsShorterThanItsStatusSaysIsAnErrorAtItsEnd() throws IOException {
    byte[] plain = ExpectedRecords.bytes("plain.rec");
    var records = ExpectedRecords.of("plain");
    for (int buffer : new int[] {64, 1 << 20}) {
      long begin = records.get(100).offset();
      var chunks =
          ChunkReader.of(
              BytesStream.open(Arrays.copyOf(plain, (int) begin + 40)), "f", plain.length, buffer);
      try (var reader =
          new RecordRangeReader(chunks, 0, plain.length, 0, DamageTracker.failing())) {
        for (int i = 0; i < 100; i++) {
          assertTrue(reader.next());
        }
        var e = assertThrows(MalformedRecordException.class, reader::next);
        assertEquals("the file got shorter", e.what());
        assertEquals(begin + 40, e.offset());
        assertEquals("f", e.path());
      }
    }
  }
}
