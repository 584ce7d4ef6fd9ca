// SPDX-License-Identifier: Apache-2.0
package dev.recordio.npy;

import dev.recordio.bytes.MalformedRecordException;
import java.io.IOException;
import java.io.InputStream;

/** The numbers of an array in NumPy's format, one after the other, rows first. */
public final class NpyVector {
  private static final int BUFFER_ITEMS = 1 << 13;

  private final InputStream in;
  private final String name;
  private final NpyHeader header;
  private final NpyItems items;
  private final long size;
  private final byte[] buffer;
  private int at;
  private int filled;
  private long done; // items in buffers so far

  /**
   * Reads the header.
   *
   * @param in at the first byte
   * @param length the bytes that there are, {@code Long.MAX_VALUE} if that is not known
   * @param name of the file, for errors
   * @throws MalformedRecordException when it is no array of numbers with rows side by side
   */
  public NpyVector(InputStream in, long length, String name) throws IOException {
    this.in = in;
    this.name = name;
    header = NpyHeader.read(in, length, name);
    if (length != Long.MAX_VALUE) {
      header.requireFits(length, name);
    }
    items = NpyItems.of(header.type());
    long bytes = header.dataBytes();
    if (!items.isReal() || bytes < 0 || header.isFortranOrder() && header.axes() > 1) {
      throw malformed("an array of numbers, rows side by side", header.toString());
    }
    size = bytes / items.bytes();
    buffer = new byte[BUFFER_ITEMS * items.bytes()];
  }

  /** Returns the number of items. */
  public long size() {
    return size;
  }

  /**
   * Checks the number of items.
   *
   * @param what these are, for the error
   */
  public NpyVector require(long items, String what) throws MalformedRecordException {
    if (size != items) {
      throw malformed(items + " " + what, header.toString());
    }
    return this;
  }

  /**
   * Returns the next item, a whole number; of unsigned ones the 64 bits.
   *
   * @throws MalformedRecordException when items are fractions, or the file ends
   */
  public long nextLong() throws IOException {
    if (!items.isWhole()) {
      throw malformed("whole numbers", header.toString());
    }
    return items.getLong(buffer, next());
  }

  /** Returns the next item, rounded to a float if it is none. */
  public float nextFloat() throws IOException {
    return (float) items.getDouble(buffer, next());
  }

  private int next() throws IOException {
    if (at == filled) {
      fill();
    }
    int item = at;
    at += items.bytes();
    return item;
  }

  private void fill() throws IOException {
    int wanted = (int) Math.min(buffer.length, (size - done) * items.bytes());
    filled = in.readNBytes(buffer, 0, wanted);
    at = 0;
    if (filled < wanted || wanted == 0) {
      throw malformed(size + " items", done + filled / items.bytes() + ": the file was cut");
    }
    done += filled / items.bytes();
  }

  private MalformedRecordException malformed(String expected, String found) {
    return new MalformedRecordException(
        "an array that does not fit",
        name,
        header == null ? 0 : header.dataOffset(),
        -1,
        expected,
        found);
  }
}
