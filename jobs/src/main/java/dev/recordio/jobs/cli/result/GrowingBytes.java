// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli.result;

import dev.recordio.bytes.Drain;
import dev.recordio.bytes.LittleEndian;
import dev.recordio.conf.InvalidSettingException;
import java.util.Arrays;

/** Bytes in one array that grows and is used again. */
public final class GrowingBytes implements Drain {
  private static final int MAX_BYTES = Integer.MAX_VALUE - 8;

  private byte[] bytes = new byte[1 << 12];
  private int length;

  /** Returns the array, which is longer than what is in it. */
  public byte[] array() {
    return bytes;
  }

  /** Returns the number of bytes. */
  public int length() {
    return length;
  }

  /** Removes all bytes. */
  public void clear() {
    length = 0;
  }

  @Override
  public void drain(byte[] from, int offset, int count) {
    room(count);
    System.arraycopy(from, offset, bytes, length, count);
    length += count;
  }

  /** Adds a byte. */
  public void put(char one) {
    room(1);
    bytes[length++] = (byte) one;
  }

  /** Adds a number of four bytes, little-endian. */
  public void putInt(int number) {
    room(Integer.BYTES);
    LittleEndian.putInt(bytes, length, number);
    length += Integer.BYTES;
  }

  /** Replaces four bytes by a number, little-endian. */
  public void setInt(int at, int number) {
    LittleEndian.putInt(bytes, at, number);
  }

  /** Adds a number, at least 0, in decimal digits. */
  public void putDecimal(long number) {
    int digits = 1;
    for (long rest = number / 10; rest > 0; rest /= 10) {
      digits++;
    }
    room(digits);
    length += digits;
    long rest = number;
    for (int at = length - 1; at >= length - digits; at--) {
      bytes[at] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
  }

  private void room(int count) {
    if (count > bytes.length - length) {
      long needed = (long) length + count;
      if (needed > MAX_BYTES) {
        throw new InvalidSettingException(
            "an item can be written in at most "
                + MAX_BYTES
                + " bytes: make batches of fewer records");
      }
      bytes = Arrays.copyOf(bytes, (int) Math.min(MAX_BYTES, Math.max(needed, 2L * bytes.length)));
    }
  }
}
