// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import dev.recordio.wire.RecordEncoder;
import dev.recordio.wire.RecordIOFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Creates files of records, sound and damaged ones. */
public final class Damage {
  private Damage() {}

  /** Returns a file of these payloads, framed with escaping. */
  public static byte[] file(List<byte[]> payloads) {
    var out = new ByteArrayOutputStream();
    try {
      var encoder = new RecordEncoder(1 << 16, out::write);
      for (byte[] payload : payloads) {
        encoder.write(payload, 0, payload.length);
      }
      encoder.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** Returns a payload of {@code length} bytes that holds no magic word. */
  public static byte[] payload(int seed, int length) {
    var bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) ((seed * 31 + i * 7 & 63) + 32);
    }
    return bytes;
  }

  /** Overwrites a word of {@code file}, little endian. */
  public static byte[] putWord(byte[] file, long offset, int word) {
    RecordIOFormat.putWord(file, (int) offset, word);
    return file;
  }
}
