// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.mean;

import dev.recordio.bytes.MalformedRecordException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The bytes of a file of a mean image, from its start to its end; little-endian. */
final class MeanInput {
  private static final int MAX_CHANNELS = 4;

  private final ByteBuffer in;
  private final String name;

  MeanInput(byte[] bytes, String name) {
    in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    this.name = name;
  }

  /** Reads bytes. */
  byte[] bytes(int count, String what) throws MalformedRecordException {
    need(count, what);
    var bytes = new byte[count];
    in.get(bytes);
    return bytes;
  }

  /** Reads the next two bytes, unsigned. */
  int uint16(String what) throws MalformedRecordException {
    need(Short.BYTES, what);
    return in.getShort() & 0xffff;
  }

  /** Reads a number that can only be one. */
  void expectInt(int expected, String what) throws MalformedRecordException {
    need(Integer.BYTES, what);
    int found = in.getInt();
    if (found != expected) {
      throw malformed(Integer.BYTES, what + " " + hex(expected), hex(found));
    }
  }

  /** Reads a number that can only be one. */
  void expectLong(long expected, String what) throws MalformedRecordException {
    long found = int64(what);
    if (found != expected) {
      throw malformed(Long.BYTES, what + " " + expected, Long.toUnsignedString(found));
    }
  }

  /** Reads four bytes of any value. */
  int int32(String what) throws MalformedRecordException {
    need(Integer.BYTES, what);
    return in.getInt();
  }

  /** Reads eight bytes of any value. */
  long int64(String what) throws MalformedRecordException {
    need(Long.BYTES, what);
    return in.getLong();
  }

  private static String hex(int number) {
    return String.format("0x%x", number);
  }

  /**
   * Reads the values of a mean image; nothing is allocated before the file is known to hold them.
   */
  MeanImage values(long channels, long height, long width) throws MalformedRecordException {
    long rest = in.remaining() / Float.BYTES;
    boolean valid = channels == 1 || channels == 3 || channels == MAX_CHANNELS;
    if (!valid || height < 1 || width < 1) {
      throw malformed(
          0,
          "a shape of 1, 3 or 4 channels, with rows and columns",
          channels + "," + height + "," + width);
    }
    // Each division keeps the next product within the file's own size.
    if (height > rest / channels || width > rest / (channels * height)) {
      throw malformed(
          0, "float32 values of the shape " + channels + "," + height + "," + width, rest + "");
    }
    var values = new float[(int) (channels * height * width)];
    for (int i = 0; i < values.length; i++) {
      values[i] = in.getFloat();
      if (!Float.isFinite(values[i])) {
        throw malformed(Float.BYTES, "finite values", values[i] + "");
      }
    }
    return new MeanImage((int) channels, (int) height, (int) width, values);
  }

  /** Checks that nothing follows. */
  void end() throws MalformedRecordException {
    if (in.hasRemaining()) {
      throw malformed(0, "the end of the file", in.remaining() + " more bytes");
    }
  }

  private void need(int count, String what) throws MalformedRecordException {
    if (in.remaining() < count) {
      throw malformed(0, what + " of " + count + " bytes", in.remaining() + " bytes");
    }
  }

  /**
   * Returns an error.
   *
   * @param before how many bytes back the wrong ones begin
   */
  MalformedRecordException malformed(int before, String expected, String found) {
    return new MalformedRecordException(
        "invalid mean image", name, in.position() - before, -1, expected, found);
  }
}
