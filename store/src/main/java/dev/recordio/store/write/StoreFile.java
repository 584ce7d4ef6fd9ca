// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.write;

import dev.recordio.fs.stream.Files;
import java.io.Closeable;
import java.io.IOException;
import java.util.zip.CRC32C;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A file of a store while it is written: counts its bytes, and computes their checksum. Without
 * {@link #finish} it is removed.
 */
final class StoreFile implements Closeable {
  private final FileSystem fs;
  private final Path path;
  private final FSDataOutputStream out;
  private final CRC32C checksum = new CRC32C();
  private long length;
  private boolean finished;

  /**
   * Creates the file.
   *
   * @param blockBytes how large its blocks are, where a file system has some
   */
  StoreFile(FileSystem fs, Path path, long blockBytes) throws IOException {
    this.fs = fs;
    this.path = path;
    out = Files.createFile(fs, path, blockBytes);
  }

  void write(byte[] bytes, int offset, int count) throws IOException {
    checksum.update(bytes, offset, count);
    out.write(bytes, offset, count);
    length += count;
  }

  /** Returns the bytes written so far. */
  long length() {
    return length;
  }

  /** Returns their CRC32C. */
  int checksum() {
    return (int) checksum.getValue();
  }

  /** Makes the file durable, as far as its file system can, and closes it. */
  void finish() throws IOException {
    Files.closeDurably(fs, path, out);
    finished = true;
  }

  @Override
  public void close() throws IOException {
    if (!finished) {
      finished = true;
      try {
        Files.abandon(out);
      } finally {
        fs.delete(path, false);
      }
    }
  }
}
