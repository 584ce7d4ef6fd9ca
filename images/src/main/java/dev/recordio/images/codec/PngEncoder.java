// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * Encodes PNG with all that the pixels have: 8 or 16 bits, grey, RGB or RGBA. Each row is filtered
 * by Paeth's predictor, but not at level 0.
 */
final class PngEncoder {
  private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  private static final int BATCH = 1 << 16; // bytes deflated at once, or one row
  private static final int MAX_DATA = 1 << 16; // bytes of pixels' data in a chunk

  private final CRC32 crc = new CRC32();
  private final byte[] compressed = new byte[MAX_DATA];
  private final byte[] number = new byte[4];
  private final byte[] header = new byte[13];
  private byte[] rows = {};
  private Deflater deflater;
  private int level = -1;

  void encode(Pixels pixels, int quality, EncodedImage into) {
    if (quality < 0 || quality > 9) {
      throw new IllegalArgumentException("a level of PNG of 0 to 9, not " + quality);
    }
    if (level != quality) {
      close();
      deflater = new Deflater(quality);
      level = quality;
    }
    deflater.reset();
    into.reset();
    into.write(SIGNATURE, 0, SIGNATURE.length);
    header(pixels);
    chunk("IHDR", header, header.length, into);
    data(pixels, into);
    chunk("IEND", header, 0, into);
  }

  private void header(Pixels pixels) {
    put(header, 0, pixels.width());
    put(header, 4, pixels.height());
    header[8] = (byte) pixels.depth();
    header[9] =
        (byte)
            switch (pixels.channels()) {
              case 1 -> PngLayout.GRAY;
              case 3 -> PngLayout.RGB;
              default -> PngLayout.RGB_ALPHA;
            };
  }

  private void data(Pixels pixels, EncodedImage into) {
    int row = pixels.rowBytes();
    int height = pixels.height();
    int batch = Math.max(1, Math.min(height, BATCH / (row + 1)));
    if (rows.length < batch * (row + 1)) {
      rows = new byte[batch * (row + 1)];
    }
    int filled = 0; // of the compressed bytes
    for (int y = 0; y < height; y += batch) {
      int count = Math.min(batch, height - y);
      for (int i = 0; i < count; i++) {
        filter(pixels, y + i, i * (row + 1));
      }
      deflater.setInput(rows, 0, count * (row + 1));
      if (y + count == height) {
        deflater.finish();
      }
      while (!deflater.needsInput() || y + count == height && !deflater.finished()) {
        filled += deflater.deflate(compressed, filled, MAX_DATA - filled);
        if (filled == MAX_DATA) {
          chunk("IDAT", compressed, filled, into);
          filled = 0;
        }
      }
    }
    if (filled > 0) {
      chunk("IDAT", compressed, filled, into);
    }
  }

  private void filter(Pixels pixels, int y, int to) {
    byte[] data = pixels.data();
    int row = pixels.rowBytes();
    int from = y * row;
    rows[to] = (byte) (level == 0 ? PngFilters.NONE : PngFilters.PAETH);
    if (level == 0) {
      System.arraycopy(data, from, rows, to + 1, row);
    } else {
      PngFilters.paeth(
          data, from, y == 0 ? -1 : from - row, row, pixels.pixelBytes(), rows, to + 1);
    }
  }

  private void chunk(String type, byte[] data, int length, EncodedImage into) {
    byte[] name = type.getBytes(StandardCharsets.ISO_8859_1);
    number(length, into);
    into.write(name, 0, name.length);
    into.write(data, 0, length);
    crc.reset();
    crc.update(name, 0, name.length);
    crc.update(data, 0, length);
    number((int) crc.getValue(), into);
  }

  private void number(int value, EncodedImage into) {
    put(number, 0, value);
    into.write(number, 0, number.length);
  }

  private static void put(byte[] into, int at, int value) {
    for (int i = 0; i < 4; i++) {
      into[at + i] = (byte) (value >> 24 - 8 * i);
    }
  }

  void close() {
    if (deflater != null) {
      deflater.end();
      deflater = null;
      level = -1;
    }
  }
}
