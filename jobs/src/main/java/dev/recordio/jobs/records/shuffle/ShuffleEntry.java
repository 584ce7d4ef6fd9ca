// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.shuffle;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * How a record is stored in a block: its place in the bucket and its length (four bytes each), its
 * key if keys are kept (eight bytes), then the framed record. Numbers are big-endian.
 */
final class ShuffleEntry {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final int LENGTH_AT = Integer.BYTES;
  private static final int KEY_AT = 2 * Integer.BYTES;

  private ShuffleEntry() {}

  static int headerBytes(boolean keyed) {
    return keyed ? KEY_AT + Long.BYTES : KEY_AT;
  }

  /** Writes what is before the record at index {@code at}. */
  static void putHeader(byte[] block, int at, int place, int length) {
    INT.set(block, at, place);
    INT.set(block, at + LENGTH_AT, length);
  }

  /** Writes the key of the entry at index {@code at}. */
  static void putKey(byte[] block, int at, long key) {
    LONG.set(block, at + KEY_AT, key);
  }

  /** Returns the place of the entry at index {@code at}: its position less the bucket's first. */
  static int place(byte[] block, int at) {
    return (int) INT.get(block, at);
  }

  /** Returns the bytes of the framed record of the entry at index {@code at}. */
  static int length(byte[] block, int at) {
    return (int) INT.get(block, at + LENGTH_AT);
  }

  /** Returns the key of the entry at index {@code at}, if keys are kept. */
  static long key(byte[] block, int at) {
    return (long) LONG.get(block, at + KEY_AT);
  }
}
