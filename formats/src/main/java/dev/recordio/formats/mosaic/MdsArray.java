// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.mosaic;

import dev.recordio.bytes.LittleEndianWriter;
import dev.recordio.bytes.MalformedRecordException;
import java.io.IOException;

/**
 * The values of MDS' encodings {@code ndarray:TYPE}: a byte {@code dimensions << 2 | log2(bytes of
 * an extent)}, the extents in the smallest of u8, u16, u32, u64 that holds the largest of them, the
 * items. There are no empty arrays.
 */
public final class MdsArray {
  private int from;
  private int count;

  /** Returns the bytes of an array of one dimension, of {@code count} items of four bytes. */
  public static long bytes(int count) {
    return 1L + (1 << log2(count)) + 4L * count;
  }

  /** Writes what comes before the items of an array of one dimension; they follow. */
  public static void writeHead(LittleEndianWriter out, int count) throws IOException {
    int log2 = log2(count);
    out.putByte(1 << 2 | log2);
    for (int i = 0; i < 1 << log2; i++) {
      out.putByte(count >>> i * Byte.SIZE);
    }
  }

  private static int log2(int extent) {
    return extent < 1 << 8 ? 0 : extent < 1 << 16 ? 1 : 2;
  }

  /**
   * Reads an array of any shape.
   *
   * @param sample has it
   * @param column of the sample
   * @param items the type of the items
   * @throws MalformedRecordException without the file's name, unless the items fill the value
   */
  public void reset(MdsSample sample, int column, MdsNumber items) throws MalformedRecordException {
    int begin = sample.from(column);
    int length = sample.length(column);
    if (length == 0) {
      throw sample.malformed(begin, "an array", "no bytes");
    }
    int head = sample.array()[begin] & 0xFF;
    int dimensions = head >>> 2;
    int width = 1 << (head & 3);
    int shape = dimensions * width;
    if (shape > length - 1) {
      throw sample.malformed(
          begin,
          "an array with " + dimensions + " extents of " + width + " bytes",
          length + " bytes");
    }
    long product = 1;
    for (int i = 0; i < dimensions; i++) {
      long extent = extent(sample.array(), begin + 1 + i * width, width);
      // No product that fits the value overflows.
      if (extent <= 0 || extent > length || (product *= extent) > length) {
        throw sample.malformed(
            begin + 1 + i * width,
            "an extent from 1, of an array of " + length + " bytes",
            Long.toUnsignedString(extent));
      }
    }
    from = begin + 1 + shape;
    int bytes = length - 1 - shape;
    if (product * items.bytes() != bytes) {
      throw sample.malformed(
          begin, product + " items of " + items.encoding(), bytes + " bytes of items");
    }
    count = (int) product;
  }

  private static long extent(byte[] bytes, int at, int width) {
    long extent = 0;
    for (int i = 0; i < width; i++) {
      extent |= (bytes[at + i] & 0xFFL) << i * Byte.SIZE;
    }
    return extent;
  }

  public int count() {
    return count;
  }

  /** Returns the index of the first item's first byte. */
  public int from() {
    return from;
  }
}
