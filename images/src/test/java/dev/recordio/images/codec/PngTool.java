// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/** Changes PNGs. */
final class PngTool {
  private PngTool() {}

  /** Writes the CRCs that belong to the chunks, as far as there are whole ones. */
  static void repairCrcs(byte[] png) {
    int at = 8;
    while (at + 12 <= png.length) {
      int length = BigEndian.i32(png, at);
      if (length < 0 || length > png.length - at - 12) {
        return;
      }
      System.arraycopy(crc(png, at + 4, length + 4), 0, png, at + 8 + length, 4);
      at += 12 + length;
    }
  }

  /** Returns the PNG with a chunk before its pixels. */
  static byte[] withChunk(byte[] png, String type, byte[] data) {
    int header = 33; // signature and IHDR
    var out = new ByteArrayOutputStream();
    out.write(png, 0, header);
    byte[] body = new byte[4 + data.length];
    System.arraycopy(type.getBytes(StandardCharsets.ISO_8859_1), 0, body, 0, 4);
    System.arraycopy(data, 0, body, 4, data.length);
    for (int shift = 24; shift >= 0; shift -= 8) {
      out.write(data.length >> shift);
    }
    out.writeBytes(body);
    out.writeBytes(crc(body, 0, body.length));
    out.write(png, header, png.length - header);
    return out.toByteArray();
  }

  private static byte[] crc(byte[] bytes, int from, int count) {
    var crc = new CRC32();
    crc.update(bytes, from, count);
    int value = (int) crc.getValue();
    return new byte[] {
      (byte) (value >> 24), (byte) (value >> 16), (byte) (value >> 8), (byte) value
    };
  }
}
