// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import dev.recordio.bzip2.Bzip2Input;
import dev.recordio.bzip2.Bzip2Reader;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.io.compress.bzip2.BZip2Constants;

/**
 * The uncompressed bytes of a bzip2 file, or of the blocks that begin in a range of it and of those
 * after the range; it knows which byte is the first after the range.
 */
final class Bzip2Stream extends InputStream {
  private final PackedStream packed;
  private final Bzip2Reader blocks;

  private Bzip2Stream(PackedStream packed) {
    this.packed = packed;
    blocks =
        new Bzip2Reader(
            new Bzip2Input() {
              @Override
              public int read(byte[] into, int offset, int length) throws IOException {
                return packed.read(into, offset, length);
              }

              @Override
              public void seek(long offset) throws IOException {
                packed.seek(offset);
              }
            },
            BZip2Constants.rNums);
  }

  /**
   * Opens the blocks that begin at or after {@code start}, by the byte in which a block's mark
   * begins.
   *
   * @param start 0 for the file's start, whose first bytes are checked
   * @param end the offset after the range's last byte
   */
  static Bzip2Stream open(PackedStream packed, long start, long end) throws IOException {
    var stream = new Bzip2Stream(packed);
    stream.blocks.begin(start, end);
    return stream;
  }

  /**
   * Returns the offset of the first byte after the range, for a stream that begins at {@code
   * origin}; {@link Long#MAX_VALUE} as long as it is not known, or when no block begins there.
   */
  long end(long origin) {
    long given = blocks.givenAtEnd();
    return given == Long.MAX_VALUE ? given : origin + given;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    return blocks.read(bytes, offset, length);
  }

  @Override
  public void close() throws IOException {
    packed.close();
  }
}
