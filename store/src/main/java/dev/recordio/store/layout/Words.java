// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.layout;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/** Little-endian numbers in arrays of bytes, and their checksums. */
public final class Words {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Words() {}

  /** Returns the 4 bytes at {@code at}. */
  public static int getInt(byte[] bytes, int at) {
    return (int) INT.get(bytes, at);
  }

  /** Returns the 8 bytes at {@code at}. */
  public static long getLong(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at);
  }

  /** Sets the 4 bytes at {@code at}. */
  public static void putInt(byte[] bytes, int at, int value) {
    INT.set(bytes, at, value);
  }

  /** Sets the 8 bytes at {@code at}. */
  public static void putLong(byte[] bytes, int at, long value) {
    LONG.set(bytes, at, value);
  }

  /** Returns the CRC32C of some bytes. */
  public static int checksum(byte[] bytes, int from, int count) {
    var crc = new CRC32C();
    crc.update(bytes, from, count);
    return (int) crc.getValue();
  }
}
