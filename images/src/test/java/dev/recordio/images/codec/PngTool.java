// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;

/** Changes PNGs. */
final class PngTool {
  private PngTool() {}

  /** Writes the CRCs that belong to the chunks, as far as there are whole ones. */
  static void repairCrcs(byte[] png) {
    int at = 8;
    while (at + 12 <= png.length) {
      int length = ImageHeader.i32(png, at);
      if (length < 0 || length > png.length - at - 12) {
        return;
      }
      System.arraycopy(crc(png, at + 4, length + 4), 0, png, at + 8 + length, 4);
      at += 12 + length;
    }
  }

  /** The bytes before the chunks after IHDR. */
  static final int HEADER = 33;

  /** The bytes of IEND. */
  static final int END = 12;

  /** Returns the PNG with a chunk before its pixels. */
  static byte[] withChunk(byte[] png, String type, byte[] data) {
    return inserted(png, HEADER, chunk(type, data));
  }

  /** Returns a PNG of a header and chunks, and IEND. */
  static byte[] png(int width, int height, int bits, int colors, byte[]... chunks) {
    var header = ByteBuffer.allocate(13).putInt(width).putInt(height);
    header.put((byte) bits).put((byte) colors);
    var out = new ByteArrayOutputStream();
    out.writeBytes(new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'});
    out.writeBytes(chunk("IHDR", header.array()));
    for (byte[] chunk : chunks) {
      out.writeBytes(chunk);
    }
    out.writeBytes(chunk("IEND", new byte[0]));
    return out.toByteArray();
  }

  /** Returns a chunk. */
  static byte[] chunk(String type, byte[] data) {
    byte[] chunk = new byte[12 + data.length];
    ByteBuffer.wrap(chunk)
        .putInt(data.length)
        .put(type.getBytes(StandardCharsets.ISO_8859_1))
        .put(data);
    System.arraycopy(crc(chunk, 4, 4 + data.length), 0, chunk, 8 + data.length, 4);
    return chunk;
  }

  /** Returns the same chunk with another CRC. */
  static byte[] withWrongCrc(byte[] chunk) {
    byte[] wrong = chunk.clone();
    wrong[wrong.length - 1] ^= 0x55;
    return wrong;
  }

  /** Returns zlib's form of some bytes. */
  static byte[] deflated(byte[] bytes) {
    var out = new ByteArrayOutputStream();
    try (var deflater = new DeflaterOutputStream(out)) {
      deflater.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** Returns the bytes with others put in at an index. */
  static byte[] inserted(byte[] bytes, int at, byte[] more) {
    byte[] longer = Arrays.copyOf(bytes, bytes.length + more.length);
    System.arraycopy(more, 0, longer, at, more.length);
    System.arraycopy(bytes, at, longer, at + more.length, bytes.length - at);
    return longer;
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
