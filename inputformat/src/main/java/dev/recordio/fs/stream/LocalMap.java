// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import static java.nio.file.StandardOpenOption.READ;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * A local file that is mapped into memory, for readers that check what they read: a file that is
 * cut meanwhile may read as zeros. The map goes when garbage is collected. For use by several
 * threads.
 */
public final class LocalMap {
  private final MappedByteBuffer map;

  private LocalMap(MappedByteBuffer map) {
    this.map = map;
    map.order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Whether a file system is Hadoop's own for local files, with files of checksums beside them. */
  static boolean hasChecksumFiles(FileSystem fs) {
    // Not a subclass, and on nothing else: these may want to see what is read.
    return fs.getClass() == LocalFileSystem.class
        && ((LocalFileSystem) fs).getRaw().getClass() == RawLocalFileSystem.class;
  }

  /** Whether files of a file system may be mapped: it is Hadoop's own for local files. */
  static boolean canMap(FileSystem fs) {
    return fs.getClass() == RawLocalFileSystem.class || hasChecksumFiles(fs);
  }

  /** Maps a file; null when it is not a local one that is in memory, and less than 2 GiB. */
  static LocalMap of(FileSystem fs, Path file) throws IOException {
    if (!canMap(fs)) {
      return null;
    }
    try (FileChannel channel = FileChannel.open(LocalLinks.local(file), READ)) {
      long length = channel.size();
      if (length == 0 || length > Integer.MAX_VALUE) {
        return null;
      }
      MappedByteBuffer map = channel.map(FileChannel.MapMode.READ_ONLY, 0, length);
      return map.isLoaded() ? new LocalMap(map) : null;
    }
  }

  /** Returns the bytes of the file. */
  public int length() {
    return map.capacity();
  }

  /**
   * Copies bytes of the file. If it was cut since it was mapped, or its disk fails, the bytes are
   * not the file's, and the JVM throws an {@link InternalError} here or some time later.
   *
   * @param offset the first one's offset in the file
   * @throws EOFException when the file ended before the last one when it was mapped
   */
  public void read(long offset, byte[] to, int at, int count) throws EOFException {
    if (offset > length() - count) {
      throw new EOFException("the file ends at " + length());
    }
    map.get((int) offset, to, at, count);
  }

  /** Returns four bytes of the file, the lowest byte first. See {@link #read}. */
  public int littleEndianInt(long offset) throws EOFException {
    if (offset > length() - Integer.BYTES) {
      throw new EOFException("the file ends at " + length());
    }
    return map.getInt((int) offset);
  }
}
