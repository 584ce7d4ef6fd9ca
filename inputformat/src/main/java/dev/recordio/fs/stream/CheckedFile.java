// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;

/**
 * A local file and the checksums beside it, by Hadoop's {@code ChecksumFileSystem}. Hadoop's stream
 * opens both files again for each positioned read; here both stay open.
 */
final class CheckedFile implements Closeable {
  private final FSDataInputStream data;
  private final FSDataInputStream sums;
  private final int chunk;

  CheckedFile(FSDataInputStream data, FSDataInputStream sums, int chunk) {
    this.data = data;
    this.sums = sums;
    this.chunk = chunk;
  }

  /**
   * Opens both files.
   *
   * @return null when what is beside the file is not checksums in Hadoop's format
   */
  static CheckedFile open(FileSystem raw, Path file, Path sumFile) throws IOException {
    FSDataInputStream sums = Files.open(raw, sumFile, Files.Reading.RANDOM);
    FSDataInputStream data = null;
    try {
      byte[] header = new byte[ChunkSums.HEADER_BYTES];
      int chunk =
          CheckedChunks.readAll(sums, 0, header, header.length) == header.length
              ? ChunkSums.chunkBytes(header)
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

  /** Returns the file without its checksums. */
  FSDataInputStream data() {
    return data;
  }

  /** Returns the checksums. */
  FSDataInputStream sums() {
    return sums;
  }

  /** Returns the bytes of a chunk. */
  int chunk() {
    return chunk;
  }

  @Override
  public void close() throws IOException {
    try (sums) {
      data.close();
    }
  }
}
