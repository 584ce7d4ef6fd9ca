// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;

/** Reads arrays of little-endian numbers in bulk, from a stream whose length is known. */
final class LittleEndianReader {
  private static final int FIRST_NUMBERS = 1 << 16;

  private final byte[] chunk = new byte[1 << 16];
  private final ByteBuffer bytes = ByteBuffer.wrap(chunk).order(ByteOrder.LITTLE_ENDIAN);
  private final IntBuffer ints = bytes.asIntBuffer();
  private final LongBuffer longs = bytes.asLongBuffer();
  private final FloatBuffer floats = bytes.asFloatBuffer();
  private final RowBlockDecoder.Source source;
  private long length;
  private long offset;

  LittleEndianReader(RowBlockDecoder.Source source, long length) {
    this.source = source;
    this.length = length;
  }

  /** Begins another stream, which the source gives. */
  void reset(long streamLength) {
    length = streamLength;
    offset = 0;
  }

  /** Returns the offset of the next byte. */
  long offset() {
    return offset;
  }

  boolean isAtEnd() {
    return offset == length;
  }

  /** Reads a number of 4 or 8 bytes, unsigned. */
  long number(int width, String what) throws IOException {
    if (length - offset < width) {
      throw malformed(
          "truncated row block", offset, what + " of " + width + " bytes", left(offset));
    }
    fill(width);
    return width == 4 ? Integer.toUnsignedLong(bytes.getInt(0)) : bytes.getLong(0);
  }

  /** Reads the count of a vector whose items are {@code width} bytes; checks that they exist. */
  int count(int width, String what) throws IOException {
    long at = offset;
    long count = number(8, "count of " + what);
    if (Long.compareUnsigned(count, (length - offset) / width) > 0) {
      throw malformed(
          "truncated row block",
          at,
          "as many bytes as " + what + " has: " + Long.toUnsignedString(count) + " of " + width,
          left(offset) + " (is the index type the one it was written with?)");
    }
    if (count > CsrBlock.MAX_ENTRIES) {
      throw malformed(
          "row block too large to read",
          at,
          "at most " + CsrBlock.MAX_ENTRIES + " rows or entries in a container",
          count + "; write it again as smaller containers");
    }
    return (int) count;
  }

  /** Reads {@code count} numbers; returns {@code into}, or a longer array where that is needed. */
  int[] ints(int[] into, int count) throws IOException {
    int[] numbers = into;
    for (int done = 0; done < count; ) {
      numbers = done < numbers.length ? numbers : Arrays.copyOf(numbers, longer(done, count));
      int now = Math.min(Math.min(count, numbers.length) - done, chunk.length / 4);
      fill(4 * now);
      ints.get(0, numbers, done, now);
      done += now;
    }
    return numbers;
  }

  /** Reads {@code count} numbers; returns {@code into}, or a longer array where that is needed. */
  long[] longs(long[] into, int count) throws IOException {
    long[] numbers = into;
    for (int done = 0; done < count; ) {
      numbers = done < numbers.length ? numbers : Arrays.copyOf(numbers, longer(done, count));
      int now = Math.min(Math.min(count, numbers.length) - done, chunk.length / 8);
      fill(8 * now);
      longs.get(0, numbers, done, now);
      done += now;
    }
    return numbers;
  }

  /** Reads {@code count} numbers; returns {@code into}, or a longer array where that is needed. */
  float[] floats(float[] into, int count) throws IOException {
    float[] numbers = into;
    for (int done = 0; done < count; ) {
      numbers = done < numbers.length ? numbers : Arrays.copyOf(numbers, longer(done, count));
      int now = Math.min(Math.min(count, numbers.length) - done, chunk.length / 4);
      fill(4 * now);
      floats.get(0, numbers, done, now);
      done += now;
    }
    return numbers;
  }

  /**
   * The length of an array for {@code count} numbers, {@code done} of them read already: memory
   * grows with the bytes that were read, since the length of the stream may be wrong.
   */
  private static int longer(int done, int count) {
    return (int) Math.min(count, Math.max(FIRST_NUMBERS, 2L * done));
  }

  private void fill(int count) throws IOException {
    for (int done = 0; done < count; ) {
      int got = source.read(chunk, done, count - done);
      if (got <= 0) {
        throw malformed(
            "truncated row block", offset + done, "a file of " + length + " bytes", "its end");
      }
      done += got;
    }
    offset += count;
  }

  private String left(long at) {
    return (length - at) + " bytes left";
  }

  static MalformedRecordException malformed(String what, long at, String expected, String found) {
    return new MalformedRecordException(what, null, at, -1, expected, found);
  }
}
