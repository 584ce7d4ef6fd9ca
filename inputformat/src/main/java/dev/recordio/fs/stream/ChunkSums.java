// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32;

/**
 * The format of the checksums that Hadoop's {@code ChecksumFileSystem} keeps beside a file: the
 * bytes {@code crc} and 0, the bytes of a chunk as an int, then the CRC32 of each chunk, all of
 * them big-endian. The last chunk of a file may be shorter.
 */
final class ChunkSums {
  static final int HEADER_BYTES = 8;
  static final int SUM_BYTES = 4;

  /** Larger chunks are not believed: a read of a byte would need one of memory. */
  private static final int MAX_CHUNK_BYTES = 1 << 20;

  private static final int MAGIC = 'c' << 24 | 'r' << 16 | 'c' << 8;

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private ChunkSums() {}

  /** Returns the bytes of a chunk by the header of a file of checksums; 0 when it is invalid. */
  static int chunkBytes(byte[] header) {
    int chunk = (int) INTS.get(header, SUM_BYTES);
    boolean valid = (int) INTS.get(header, 0) == MAGIC && chunk > 0 && chunk <= MAX_CHUNK_BYTES;
    return valid ? chunk : 0;
  }

  /** Returns the offset of the checksum of chunk {@code number}, from 0. */
  static long offset(long number) {
    return HEADER_BYTES + number * SUM_BYTES;
  }

  /**
   * Whether chunks have their checksums.
   *
   * @param data the chunks, from 0; the last one may be shorter
   * @param count the bytes of them
   * @param sums the checksums, from {@code at}: at least one for each chunk
   */
  static boolean match(CRC32 crc, byte[] data, int count, int chunk, byte[] sums, int at) {
    int sum = at;
    for (int from = 0; from < count; from += chunk, sum += SUM_BYTES) {
      crc.reset();
      crc.update(data, from, Math.min(chunk, count - from));
      if ((int) crc.getValue() != (int) INTS.get(sums, sum)) {
        return false;
      }
    }
    return true;
  }
}
