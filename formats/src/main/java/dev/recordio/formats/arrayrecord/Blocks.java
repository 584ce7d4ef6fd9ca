// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.arrayrecord;

import dev.recordio.bytes.LittleEndian;

/**
 * The blocks of a Riegeli file: at each multiple of 65,536 a header of 24 bytes interrupts whatever
 * is written there. It has a hash of its other 16 bytes (8), the bytes from the beginning of the
 * chunk that it interrupts (8), and the bytes to the end of that chunk (8), little-endian. A header
 * between two chunks is a part of the second one.
 *
 * <p>Rule: riegeli_records_file_format.md in google/riegeli.
 */
final class Blocks {
  /** Bytes of a block, header included. */
  static final int BYTES = 1 << 16;

  /** Bytes of a block's header. */
  static final int HEADER_BYTES = 24;

  private static final int USABLE = BYTES - HEADER_BYTES;

  private Blocks() {}

  /** Returns a hash as the headers of blocks and chunks hold it. */
  static HighwayHash newHash() {
    return new HighwayHash(
        0x2f696c6567656952L, 0x0a7364726f636572L, 0x2f696c6567656952L, 0x0a7364726f636572L);
  }

  /** Returns the offset after {@code count} bytes from {@code begin} on, with the headers there. */
  static long after(long begin, long count) {
    return begin + count + HEADER_BYTES * ((count + (begin + USABLE - 1) % BYTES) / USABLE);
  }

  /** Returns the bytes of data of a chunk that ends where a block does. */
  static int paddingBytes(long begin) {
    int rest = (int) (-begin & BYTES - 1);
    return rest - ChunkHeader.BYTES + (rest < ChunkHeader.BYTES ? USABLE : 0);
  }

  /** Returns the end of a chunk: each of its records has a place of its own in the file. */
  static long chunkEnd(long begin, long dataBytes, long records) {
    long place = begin + records;
    long rest = -place & BYTES - 1;
    return Math.max(
        after(begin, ChunkHeader.BYTES + dataBytes), place + Math.max(0, rest - (USABLE - 1)));
  }

  /** Whether a chunk can begin at an offset: not in a block's header, nor right after it. */
  static boolean canBegin(long offset) {
    long inBlock = offset & BYTES - 1;
    return inBlock == 0 || inBlock > HEADER_BYTES;
  }

  /** Writes the header of a block. */
  static void putHeader(byte[] into, int at, long sinceBegin, long untilEnd, HighwayHash hash) {
    LittleEndian.putLong(into, at + 8, sinceBegin);
    LittleEndian.putLong(into, at + 16, untilEnd);
    LittleEndian.putLong(into, at, hash.of(into, at + 8, 16));
  }

  /** Whether the header of a block has the hash of its other bytes. */
  static boolean isHeader(byte[] bytes, int at, HighwayHash hash) {
    return LittleEndian.getLong(bytes, at) == hash.of(bytes, at + 8, 16);
  }

  /** Returns the bytes from the beginning of the chunk to the block's header. */
  static long sinceBegin(byte[] bytes, int at) {
    return LittleEndian.getLong(bytes, at + 8);
  }

  /** Returns the bytes from the block's header to the end of the chunk. */
  static long untilEnd(byte[] bytes, int at) {
    return LittleEndian.getLong(bytes, at + 16);
  }

  /**
   * Copies bytes of a file without the headers of blocks.
   *
   * @param at index of the byte at {@code offset}, where no header is cut
   * @param count how many bytes of the file, headers included
   * @param into has space for them
   * @return how many bytes were copied
   */
  static int strip(byte[] bytes, int at, int count, long offset, byte[] into, int to) {
    int copied = 0;
    for (int done = 0; done < count; ) {
      int inBlock = (int) (offset + done & BYTES - 1);
      if (inBlock == 0) {
        done += HEADER_BYTES;
        inBlock = HEADER_BYTES;
      }
      int piece = Math.min(count - done, BYTES - inBlock);
      if (piece > 0) {
        System.arraycopy(bytes, at + done, into, to + copied, piece);
        copied += piece;
        done += piece;
      }
    }
    return copied;
  }
}
