// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bytes;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;

/**
 * Buffers numbers as little-endian bytes in one chunk, which is passed on when it is full. Arrays
 * are copied in bulk through views of the chunk, not number by number.
 */
public final class LittleEndianWriter {
  private static final int CHUNK_BYTES = 1 << 16;

  private final byte[] chunk = new byte[CHUNK_BYTES];
  private final ByteBuffer bytes = ByteBuffer.wrap(chunk).order(ByteOrder.LITTLE_ENDIAN);
  private final IntBuffer ints = bytes.asIntBuffer();
  private final LongBuffer longs = bytes.asLongBuffer();
  private final FloatBuffer floats = bytes.asFloatBuffer();
  private final Drain drain;
  private int used;

  public LittleEndianWriter(Drain drain) {
    this.drain = drain;
  }

  public void putByte(int value) throws IOException {
    room(1);
    chunk[used++] = (byte) value;
  }

  public void putInt(int value) throws IOException {
    room(4);
    bytes.putInt(used, value);
    used += 4;
  }

  public void putLong(long value) throws IOException {
    room(8);
    bytes.putLong(used, value);
    used += 8;
  }

  /** Writes a few bytes. */
  public void putBytes(byte[] few) throws IOException {
    room(few.length);
    System.arraycopy(few, 0, chunk, used, few.length);
    used += few.length;
  }

  /** Writes bytes; more than the chunk holds are passed on as they are. */
  public void putBytes(byte[] from, int offset, int count) throws IOException {
    room(Math.min(count, chunk.length));
    if (count > chunk.length) {
      drain.drain(from, offset, count);
    } else {
      System.arraycopy(from, offset, chunk, used, count);
      used += count;
    }
  }

  public void putInts(int[] numbers, int from, int count) throws IOException {
    for (int done = 0; done < count; ) {
      int now = Math.min(count - done, roomFor(4));
      ints.put(used >> 2, numbers, from + done, now);
      used += now << 2;
      done += now;
    }
  }

  public void putLongs(long[] numbers, int from, int count) throws IOException {
    for (int done = 0; done < count; ) {
      int now = Math.min(count - done, roomFor(8));
      longs.put(used >> 3, numbers, from + done, now);
      used += now << 3;
      done += now;
    }
  }

  public void putFloats(float[] numbers, int from, int count) throws IOException {
    for (int done = 0; done < count; ) {
      int now = Math.min(count - done, roomFor(4));
      floats.put(used >> 2, numbers, from + done, now);
      used += now << 2;
      done += now;
    }
  }

  /** Passes everything buffered so far to the drain. */
  public void flush() throws IOException {
    if (used > 0) {
      drain.drain(chunk, 0, used);
      used = 0;
    }
  }

  private void room(int count) throws IOException {
    if (chunk.length - used < count) {
      flush();
    }
  }

  /** Returns how many items of {@code width} bytes fit, at least one, at an aligned place. */
  private int roomFor(int width) throws IOException {
    if ((used & (width - 1)) != 0 || chunk.length - used < width) {
      flush();
    }
    return (chunk.length - used) / width;
  }
}
