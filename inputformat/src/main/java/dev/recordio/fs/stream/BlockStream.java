// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import java.io.FilterInputStream;
import java.io.IOException;
import org.apache.hadoop.io.compress.SplitCompressionInputStream;

/**
 * The uncompressed bytes of a range of a file whose codec can begin at its blocks, and of the
 * blocks after the range; it reports which byte is the first after it.
 */
final class BlockStream extends FilterInputStream {
  private final SplitCompressionInputStream blocks;

  /** The codec is asked for bytes at index 0 only: its reads by block miscount at others. */
  private final byte[] scratch = new byte[1 << 16];

  private long count;
  private long end = Long.MAX_VALUE;

  BlockStream(SplitCompressionInputStream in) {
    super(in);
    blocks = in;
  }

  /**
   * Returns the offset of the first byte after the range, for a stream that begins at {@code
   * origin}; {@link Long#MAX_VALUE} until that byte has been read.
   */
  long end(long origin) {
    return end == Long.MAX_VALUE ? end : origin + end;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    // A read ends with its block, so the position is that of the block of all bytes read.
    int got = blocks.read(scratch, 0, Math.min(length, scratch.length));
    if (got <= 0) {
      return got;
    }
    if (end == Long.MAX_VALUE && blocks.getPos() > blocks.getAdjustedEnd()) {
      end = count;
    }
    count += got;
    System.arraycopy(scratch, 0, bytes, offset, got);
    return got;
  }

  @Override
  public long skip(long bytes) throws IOException {
    var skipped = new byte[(int) Math.min(bytes, scratch.length)];
    return Math.max(0, read(skipped, 0, skipped.length));
  }
}
