// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;

/**
 * A file that is read by position. Of Hadoop's own local file system with checksums, the file and
 * its checksums stay open, and every chunk with a byte that is wanted is checked. Where one does
 * not fit its checksum, or a file ends early, Hadoop's own stream reads the range again: it
 * decides, so that errors, and what becomes of damaged files, are the same as without this class.
 * Without checksums beside the file nothing is checked, as by Hadoop.
 *
 * <p>Every other file is read by the stream of its file system. For use by several threads.
 */
public final class RandomFile implements Closeable {
  private final FileSystem fs;
  private final Path file;
  private final FSDataInputStream stream;
  private final CheckedChunks.CheckedFile
      checked; // null if the stream itself checks what there is to check

  private RandomFile(
      FileSystem fs, Path file, FSDataInputStream stream, CheckedChunks.CheckedFile checked) {
    this.fs = fs;
    this.file = file;
    this.stream = stream;
    this.checked = checked;
  }

  /** Opens a file. */
  public static RandomFile open(Configuration conf, Path file) throws IOException {
    return open(file.getFileSystem(conf), file);
  }

  static RandomFile open(FileSystem fs, Path file) throws IOException {
    return LocalMap.hasChecksumFiles(fs) ? local((LocalFileSystem) fs, file) : plain(fs, file);
  }

  /** Opens a file whose bytes are checked by who reads them: see {@link Files#openUnverified}. */
  public static RandomFile openUnverified(Configuration conf, Path file) throws IOException {
    FSDataInputStream stream = Files.openUnverified(conf, file, Files.Reading.RANDOM);
    return new RandomFile(file.getFileSystem(conf), file, stream, null);
  }

  private static RandomFile plain(FileSystem fs, Path file) throws IOException {
    return new RandomFile(fs, file, Files.open(fs, file, Files.Reading.RANDOM), null);
  }

  private static RandomFile local(LocalFileSystem fs, Path file) throws IOException {
    Path sums = fs.getChecksumFile(file);
    try {
      CheckedChunks.CheckedFile checked = CheckedChunks.CheckedFile.open(fs.getRaw(), file, sums);
      // Of unusable checksums, Hadoop's stream logs what is wrong with them.
      return checked == null ? plain(fs, file) : new RandomFile(fs, file, checked.data(), checked);
    } catch (FileNotFoundException | AccessControlException e) {
      // One that exists, but may not be read, is logged, too.
      return plain(fs.getRaw().exists(sums) ? fs : fs.getRaw(), file);
    }
  }

  /**
   * Returns the stream, which shows how the file is read best. What it reads itself is checked only
   * if that is not done here.
   */
  public FSDataInputStream stream() {
    return stream;
  }

  /**
   * Reads bytes.
   *
   * @param offset of the first one in the file
   * @param to receives them, from {@code at}
   * @param chunks of the calling thread
   * @throws org.apache.hadoop.fs.ChecksumException when they do not fit their checksums
   * @throws java.io.EOFException when the file ends before the last one
   */
  public void readFully(long offset, byte[] to, int at, int count, CheckedChunks chunks)
      throws IOException {
    if (checked == null) {
      stream.readFully(offset, to, at, count);
    } else if (!chunks.read(checked, offset, to, at, count)) {
      try (FSDataInputStream in = Files.open(fs, file, Files.Reading.RANDOM)) {
        in.readFully(offset, to, at, count);
      }
    }
  }

  @Override
  public void close() throws IOException {
    if (checked == null) {
      stream.close();
    } else {
      checked.close();
    }
  }
}
