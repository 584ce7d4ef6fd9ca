// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import java.io.Closeable;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;

/**
 * Reads of {@link RandomFile} by one thread: whole chunks of its data, and a page of its checksums,
 * which mostly serves the next reads as well, where they are in order.
 *
 * <p>Memory: {@value #STEP_BYTES} bytes of data, or a chunk, and {@value #PAGE_BYTES} of checksums
 * or the checksums of that data.
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

  /**
   * The format of the checksums that Hadoop's {@code ChecksumFileSystem} keeps beside a file: the
   * bytes {@code crc} and 0, the bytes of a chunk as an int, then the CRC32 of each chunk, all of
   * them big-endian. The last chunk of a file may be shorter.
   */
  static final class ChunkSums {
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

  /**
   * A local file and the checksums beside it, by Hadoop's {@code ChecksumFileSystem}. Hadoop's
   * stream opens both files again for each positioned read; here both stay open.
   *
   * @param data the file without its checksums
   * @param sums the checksums
   * @param chunk the bytes of a chunk
   */
  record CheckedFile(FSDataInputStream data, FSDataInputStream sums, int chunk)
      implements Closeable {
    /**
     * Opens both files.
     *
     * @return null when what is beside the file is not checksums in Hadoop's format
     */
    static CheckedFile open(FileSystem raw, Path file, Path sumFile) throws IOException {
      FSDataInputStream sums = Files.open(raw, sumFile, Files.Reading.RANDOM);
      FSDataInputStream data = null;
      try {
        byte[] header = new byte[CheckedChunks.ChunkSums.HEADER_BYTES];
        int chunk =
            CheckedChunks.readAll(sums, 0, header, header.length) == header.length
                ? CheckedChunks.ChunkSums.chunkBytes(header)
                : 0;
        if (chunk > 0) {
          data = Files.open(raw, file, Files.Reading.RANDOM);
          return new CheckedFile(data, sums, chunk);
        }
        return null;
      } finally {
        if (data == null) {
          IOUtils.closeStream(sums);
        }
      }
    }

    @Override
    public void close() throws IOException {
      try (sums) {
        data.close();
      }
    }
  }
}
