// SPDX-License-Identifier: Apache-2.0
package dev.recordio.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.testing.Fixtures;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Records as they are in a file: read one by one, and copied without framing them anew. */
class FramedRecordTest {
  static final List<String> FILES = Fixtures.FILES;

  private final FramedRecord record = new FramedRecord();

  @ParameterizedTest
  @FieldSource("FILES")
  void everyRecordOfAFileIsSeenWholeAndCopiedByteForByte(String name) throws IOException {
    byte[] file = Fixtures.bytes(name);
    byte[] before = file.clone();
    var out = new ByteArrayOutputStream();
    var encoder = new RecordEncoder(100, out::write);
    for (RecordWalk.Seen expected : RecordWalk.of(file.clone()).records) {
      int from = (int) expected.begin();
      record.read(file, from, (int) expected.end() - from);

      assertEquals(expected.length(), record.payloadLength());
      int payload = record.payloadOffset();
      assertArrayEquals(
          expected.payload(),
          Arrays.copyOfRange(record.payload(), payload, payload + expected.length()));
      assertEquals(from, encoder.offset());
      encoder.append(record.bytes(), record.offset(), record.length());
    }
    encoder.flush();
    assertArrayEquals(before, file, "nothing is joined in place");
    assertArrayEquals(file, out.toByteArray());
  }

  @Test
  void bytesThatAreNotOneWholeRecordAreRefused() throws IOException {
    byte[] two = Fixtures.bytes("tiny.rec"); // records of 0 and 1 bytes: 8 and 12 on disk
    record.read(two, 0, 8);
    record.read(two, 8, 12);

    assertThrows(MalformedRecordException.class, () -> record.read(two, 0, 20), "two records");
    assertThrows(MalformedRecordException.class, () -> record.read(two, 8, 8), "the payload lacks");
    assertThrows(MalformedRecordException.class, () -> record.read(two, 4, 8), "from its middle");
    var none = assertThrows(MalformedRecordException.class, () -> record.read(two, 0, 0));
    assertTrue(none.getMessage().contains("no record"), none.getMessage());
  }

  @Test
  void onlyWholeWordsAreAppended() {
    var encoder = new RecordEncoder(64, (bytes, offset, length) -> {});
    assertThrows(IllegalArgumentException.class, () -> encoder.append(new byte[16], 0, 9));
    assertEquals(0, encoder.offset());
  }
}
