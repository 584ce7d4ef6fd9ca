// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.loop;

import dev.recordio.bench.data.Payloads;
import dev.recordio.wire.RecordEncoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** Chunks of bytes that loops work on. */
final class Chunks {
  /** Payload bytes, or text, of a chunk. */
  static final int BYTES = 1 << 20;

  private Chunks() {}

  /** Returns payloads as the bytes of a RecordIO file. */
  static byte[] records(Payloads payloads) throws IOException {
    var out = new ByteArrayOutputStream();
    var encoder = new RecordEncoder(BYTES, out::write);
    for (int i = 0; i < payloads.count(); i++) {
      encoder.write(payloads.bytes(), payloads.offset(i), payloads.size());
    }
    encoder.flush();
    return out.toByteArray();
  }
}
