// SPDX-License-Identifier: Apache-2.0
package dev.recordio.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.Fixtures;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The encoder's chunks and bounds. What it writes is proved by the fixtures and EscapingTest. */
class RecordEncoderTest {
  static final List<String> FILES = Fixtures.FILES;

  @ParameterizedTest
  @FieldSource("FILES")
  void chunksOfAnySizeGiveTheSameBytes(String name) throws IOException {
    byte[] file = Fixtures.bytes(name);
    List<RecordWalk.Seen> records = RecordWalk.of(file).records;
    int[] sizes = {0, 12, 13, 15, 16, 17, 20, 31, 64, 100, 1000, 4096, 1 << 16, 1 << 20};
    for (int chunkSize : sizes) {
      var out = new ByteArrayOutputStream();
      var encoder = new RecordEncoder(chunkSize, out::write);
      for (RecordWalk.Seen record : records) {
        encoder.write(record.payload(), 0, record.length());
      }
      encoder.flush();
      assertArrayEquals(file, out.toByteArray(), "chunks of " + chunkSize);
    }
  }

  @Test
  void payloadIsASliceAndItsWordsCountFromItsOwnStart() throws IOException {
    byte[] around = {1, 0x0A, 0x23, (byte) 0xD7, (byte) 0xCE, 5, 0x0A, 0x23};
    var out = new ByteArrayOutputStream();
    var encoder = new RecordEncoder(64, out::write);
    assertEquals(2, encoder.write(around, 1, 5));
    assertEquals(20, encoder.offset());
    assertEquals(0, out.size());
    encoder.flush();
    assertEquals("1:0,3:1", RecordWalk.of(out.toByteArray()).records.get(0).lrecs());
  }

  @Test
  void magicJustOutsideTheSliceIsNotTakenForItsOwn() throws IOException {
    byte[] around = {0, 0, 0, 0, 0x0A, 0x23, (byte) 0xD7, (byte) 0xCE};
    var encoder = new RecordEncoder(64, (bytes, offset, length) -> {});
    assertEquals(1, encoder.write(around, 0, 7));
    assertEquals(2, encoder.write(around, 0, 8));
  }

  @Test
  void payloadThatDoesNotFitTheChunkIsPassedOnWithoutACopy() throws IOException {
    byte[] payload = new byte[1001];
    boolean[] passed = new boolean[1];
    var encoder = new RecordEncoder(100, (bytes, offset, length) -> passed[0] |= bytes == payload);
    encoder.write(payload, 0, payload.length);
    assertTrue(passed[0]);
    assertEquals(1012, encoder.offset());
  }

  @Test
  void sliceOutsideTheArrayIsRefusedAndNothingIsWritten() {
    var encoder = new RecordEncoder(64, (bytes, offset, length) -> {});
    byte[] payload = new byte[8];
    assertThrows(IndexOutOfBoundsException.class, () -> encoder.write(payload, 1, 8));
    assertThrows(IndexOutOfBoundsException.class, () -> encoder.write(payload, -1, 2));
    assertThrows(IndexOutOfBoundsException.class, () -> encoder.write(payload, 0, -1));
    assertEquals(0, encoder.offset());
  }

  @Test
  void errorsOfTheDrainReachTheCaller() {
    var full = new IOException("no space");
    var encoder =
        new RecordEncoder(
            16,
            (bytes, offset, length) -> {
              throw full;
            });
    assertSame(full, assertThrows(IOException.class, () -> encoder.write(new byte[99], 0, 99)));
  }
}
