// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bzip2;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The CRC-32 of bzip2, which takes the highest bit first, unlike that of java.util.zip. */
final class Bzip2Crc {
  private static final int POLYNOMIAL = 0x04C11DB7;
  private static final int AT_ONCE = 8;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** The effect on the CRC of a byte that is followed by 0 to 7 other bytes. */
  private static final int[][] TABLES = tables();

  private int crc = -1;

  private static int[][] tables() {
    var tables = new int[AT_ONCE][256];
    for (int b = 0; b < 256; b++) {
      int crc = b << 24;
      for (int bit = 0; bit < 8; bit++) {
        crc = crc << 1 ^ (crc < 0 ? POLYNOMIAL : 0);
      }
      tables[0][b] = crc;
    }
    for (int after = 1; after < AT_ONCE; after++) {
      for (int b = 0; b < 256; b++) {
        int crc = tables[after - 1][b];
        tables[after][b] = crc << 8 ^ tables[0][crc >>> 24];
      }
    }
    return tables;
  }

  void reset() {
    crc = -1;
  }

  int value() {
    return ~crc;
  }

  void update(byte[] bytes, int from, int to) {
    int now = crc;
    int at = from;
    for (; to - at >= AT_ONCE; at += AT_ONCE) {
      long next = (long) LONGS.get(bytes, at);
      int high = (int) (next >>> 32) ^ now;
      int low = (int) next;
      now =
          TABLES[7][high >>> 24]
              ^ TABLES[6][high >>> 16 & 255]
              ^ TABLES[5][high >>> 8 & 255]
              ^ TABLES[4][high & 255]
              ^ TABLES[3][low >>> 24]
              ^ TABLES[2][low >>> 16 & 255]
              ^ TABLES[1][low >>> 8 & 255]
              ^ TABLES[0][low & 255];
    }
    for (; at < to; at++) {
      now = now << 8 ^ TABLES[0][now >>> 24 ^ bytes[at] & 255];
    }
    crc = now;
  }
}
