// SPDX-License-Identifier: Apache-2.0
package dev.recordio.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The longest payload, and one byte more. Half a gigabyte of heap. */
@Tag("large")
class LargePayloadTest {
  @Test
  void payloadOfOneByteLessThanTheLimitIsAcceptedAndTheLimitRefused() throws IOException {
    byte[] payload = new byte[1 << 29];
    long[] drained = new long[1];
    var encoder = new RecordEncoder(1 << 16, (bytes, offset, length) -> drained[0] += length);
    assertThrows(IllegalArgumentException.class, () -> encoder.write(payload, 0, 1 << 29));
    assertEquals(0, encoder.offset());
    assertEquals(1, encoder.write(payload, 0, (1 << 29) - 1));
    encoder.flush();
    assertEquals(8 + (1L << 29), drained[0]);

    for (int i = 0; i < payload.length; i += 4) {
      RecordIOFormat.putWord(payload, i, RecordIOFormat.MAGIC);
    }
    drained[0] = 0;
    assertEquals(1 << 27, encoder.write(payload, 0, (1 << 29) - 1));
    encoder.flush();
    assertEquals(RecordIOFormat.MAX_FRAMED_BYTES, drained[0]);
  }

  @Test
  void longestRecordIsHandedOut() {
    byte[] file = new byte[8 + (1 << 29)];
    Arrays.fill(file, (byte) 0x5A);
    RecordIOFormat.putWord(file, 0, RecordIOFormat.MAGIC);
    RecordIOFormat.putWord(file, 4, RecordIOFormat.MAX_PAYLOAD_BYTES);
    var cursor = new RecordCursor();
    cursor.start(0, file.length);
    cursor.window(file, 0, file.length, 0);
    assertEquals(RecordCursor.Step.RECORD, cursor.next());
    assertEquals(RecordIOFormat.MAX_PAYLOAD_BYTES, cursor.payloadLength());
    assertEquals(RecordCursor.Step.END, cursor.next());
  }
}
