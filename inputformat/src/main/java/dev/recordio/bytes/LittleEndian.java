// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers in arrays of bytes, the byte of the lowest value first, at any index. */
public final class LittleEndian {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private LittleEndian() {}

  public static int getInt(byte[] bytes, int at) {
    return (int) INTS.get(bytes, at);
  }

  public static long getLong(byte[] bytes, int at) {
    return (long) LONGS.get(bytes, at);
  }

  public static float getFloat(byte[] bytes, int at) {
    return Float.intBitsToFloat(getInt(bytes, at));
  }

  /** Returns the number that IEEE 754's binary16 writes so. */
  public static float half(short bits) {
    int sign = (bits & 0x8000) << 16;
    int exponent = bits >>> 10 & 0x1F;
    int fraction = bits & 0x3FF;
    if (exponent == 0) {
      float small = fraction * 0x1p-24f; // zero, or subnormal
      return sign == 0 ? small : -small;
    }
    int wide = exponent == 0x1F ? 0xFF : exponent - 15 + 127;
    return Float.intBitsToFloat(sign | wide << 23 | fraction << 13);
  }

  public static void putInt(byte[] bytes, int at, int value) {
    INTS.set(bytes, at, value);
  }

  public static void putLong(byte[] bytes, int at, long value) {
    LONGS.set(bytes, at, value);
  }

  public static void putFloat(byte[] bytes, int at, float value) {
    putInt(bytes, at, Float.floatToRawIntBits(value));
  }
}
