// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.verify;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.stream.Files;
import java.io.Closeable;
import java.io.IOException;
import java.util.zip.CRC32C;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Reads a file from its beginning on, and computes the checksum of its bytes. */
final class FileBytes implements Closeable {
  private static final int BUFFER_BYTES = 1 << 20;

  private final FSDataInputStream in;
  private final CRC32C checksum = new CRC32C();
  private byte[] buffer = new byte[1 << 14];

  /**
   * Opens a file.
   *
   * @param expected its length, as another file says
   * @throws MalformedRecordException when it has another one
   */
  FileBytes(FileSystem fs, Path path, long expected) throws IOException {
    FileStatus status = fs.getFileStatus(path);
    if (status.getLen() != expected) {
      throw new MalformedRecordException(
          "wrong length of a file",
          path.toString(),
          Math.min(status.getLen(), expected),
          -1,
          expected + " bytes",
          status.getLen() + " bytes");
    }
    in = Files.open(fs, status, Files.Reading.SEQUENTIAL);
  }

  /** Returns the next bytes, in an array that the next call uses again. */
  byte[] next(int count) throws IOException {
    if (buffer.length < count) {
      buffer = new byte[count];
    }
    in.readFully(buffer, 0, count);
    checksum.update(buffer, 0, count);
    return buffer;
  }

  /** Steps over bytes: only their checksum matters. */
  void skip(long count) throws IOException {
    for (long left = count; left > 0; ) {
      int now = (int) Math.min(left, BUFFER_BYTES);
      next(now);
      left -= now;
    }
  }

  /** Returns the CRC32C of all bytes so far. */
  int checksum() {
    return (int) checksum.getValue();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
