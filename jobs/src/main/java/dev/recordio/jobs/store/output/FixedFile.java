// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.output;

import dev.recordio.bytes.LittleEndianWriter;
import java.io.IOException;

/** Values of one length, a row of an array each. */
final class FixedFile implements FieldFile {
  private static final int CHUNK = 1 << 16;

  private final ArrayOutput array;
  private final PresentOutput present;
  private final int bytes;
  private final byte[] zeros;

  FixedFile(ArrayOutput array, PresentOutput present, int bytes) {
    this.array = array;
    this.present = present;
    this.bytes = bytes;
    zeros = new byte[Math.min(bytes, CHUNK)];
  }

  @Override
  public void value(byte[] buffer, int offset, int length) throws IOException {
    if (length != bytes) {
      throw new IllegalArgumentException("a value of " + length + " bytes, expected " + bytes);
    }
    present.add(true);
    array.out().putBytes(buffer, offset, length);
  }

  @Override
  public void values(byte[] buffer, int offset, int count) throws IOException {
    present.addPresent(count);
    array.out().putBytes(buffer, offset, Math.multiplyExact(count, bytes));
  }

  @Override
  public void absent() throws IOException {
    present.add(false);
    LittleEndianWriter out = array.out();
    for (int done = 0; done < bytes; done += zeros.length) {
      out.putBytes(zeros, 0, Math.min(zeros.length, bytes - done));
    }
  }

  @Override
  public void finish() throws IOException {
    present.finish();
    array.finish();
  }

  @Override
  public void close() throws IOException {
    try (present) {
      array.close();
    }
  }
}
