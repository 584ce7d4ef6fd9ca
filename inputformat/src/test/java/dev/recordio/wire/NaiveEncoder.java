// SPDX-License-Identifier: Apache-2.0
package dev.recordio.wire;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.BitSet;

/**
 * The writer of FORMAT.md in the simplest form, without the main code: a byte at a time, the magic
 * spelled out. It knows where it put headers.
 */
public final class NaiveEncoder {
  public static final byte[] MAGIC = {0x0A, 0x23, (byte) 0xD7, (byte) 0xCE};

  public final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** Offsets, in words, of all headers. */
  public final BitSet headers = new BitSet();

  /** Offsets, in words, of the headers that begin a record. */
  public final BitSet starts = new BitSet();

  public void write(byte[] payload) {
    starts.set(out.size() / 4);
    boolean cut = false;
    int from = 0;
    for (int i = 0; i + 4 <= payload.length; i += 4) {
      if (payload[i] == MAGIC[0]
          && payload[i + 1] == MAGIC[1]
          && payload[i + 2] == MAGIC[2]
          && payload[i + 3] == MAGIC[3]) {
        part(cut ? 2 : 1, payload, from, i);
        cut = true;
        from = i + 4;
      }
    }
    part(cut ? 3 : 0, payload, from, payload.length);
    while (out.size() % 4 != 0) {
      out.write(0);
    }
  }

  private void part(int cflag, byte[] payload, int from, int to) {
    headers.set(out.size() / 4);
    out.writeBytes(MAGIC);
    out.writeBytes(littleEndian(cflag * 0x20000000 + (to - from)));
    out.write(payload, from, to - from);
  }

  public static byte[] littleEndian(int word) {
    return ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(word).array();
  }
}
