// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import java.io.IOException;
import java.util.zip.CRC32;
import org.apache.hadoop.fs.FSDataInputStream;

/**
 * Reads of {@link RandomFile} by one thread: whole chunks of its data, and a page of its checksums,
 * which mostly serves the next reads as well, where they are in order.
 *
 * <p>Memory: {@value #STEP_BYTES} bytes of data, or a chunk, and {@value #PAGE_BYTES} of checksums
 * or those of that data.
 */
public final class CheckedChunks {
  /** Data of a read; small enough to stay in the processor's cache until it is copied. */
  static final int STEP_BYTES = 128 << 10;

  /** Checksums of a read: 512 KiB of data, by Hadoop's default. */
  static final int PAGE_BYTES = 4 << 10;

  private final CRC32 crc = new CRC32();
  private byte[] data = {};
  private byte[] page = {};
  private CheckedFile pageOf;
  private long pageFrom; // its offset in the file of checksums
  private int pageBytes;

  /**
   * Reads bytes of a file.
   *
   * @param offset of the first one in the file
   * @param to receives them, from {@code at}
   * @return false when they do not fit their checksums, or there are not as many of either
   */
  boolean read(CheckedFile file, long offset, byte[] to, int at, int count) throws IOException {
    int chunk = file.chunk();
    int most = Math.max(1, STEP_BYTES / chunk) * chunk;
    long end = offset + count;
    for (long from = offset; from < end; ) {
      long first = from / chunk;
      long begin = first * chunk;
      long rounded = (end + chunk - 1) / chunk * chunk;
      int wanted = (int) Math.min(rounded - begin, most);
      if (data.length < wanted) {
        data = new byte[wanted];
      }
      int got = readAll(file.data(), begin, data, wanted);
      long until = Math.min(end, begin + wanted);
      if (begin + got < until) {
        return false;
      }
      int chunks = (got + chunk - 1) / chunk;
      int sum = sumsAt(file, ChunkSums.offset(first), chunks * ChunkSums.SUM_BYTES);
      if (sum < 0 || !ChunkSums.match(crc, data, got, chunk, page, sum)) {
        return false;
      }
      int copied = (int) (until - from);
      System.arraycopy(data, (int) (from - begin), to, at + (int) (from - offset), copied);
      from = until;
    }
    return true;
  }

  /** Returns where checksums are in the page, which is read if need be; -1 if some are missing. */
  private int sumsAt(CheckedFile file, long offset, int bytes) throws IOException {
    if (pageOf != file || offset < pageFrom || offset + bytes > pageFrom + pageBytes) {
      if (page.length < bytes) {
        page = new byte[Math.max(bytes, PAGE_BYTES)];
      }
      pageOf = null; // should the read fail
      pageBytes = readAll(file.sums(), offset, page, page.length);
      pageFrom = offset;
      pageOf = file;
    }
    return pageBytes - (offset - pageFrom) < bytes ? -1 : (int) (offset - pageFrom);
  }

  /** Reads {@code count} bytes, or all that there are; returns how many. */
  static int readAll(FSDataInputStream in, long offset, byte[] to, int count) throws IOException {
    int got = 0;
    while (got < count) {
      int more = in.read(offset + got, to, got, count - got);
      if (more < 0) {
        break;
      }
      got += more;
    }
    return got;
  }
}
