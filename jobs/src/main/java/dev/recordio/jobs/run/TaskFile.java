// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import dev.recordio.formats.output.ShardFiles;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocalDirAllocator;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.util.Progressable;

/**
 * A file of a task on this machine's disk, in the directories that Hadoop gives tasks for such
 * files. Only its owner can read it. It has no name once it is open, so that nothing of it stays
 * whatever ends the process (on Windows, closing removes it).
 */
public final class TaskFile implements ShardFiles.Spool {
  private static final int CHUNK = 1 << 16;

  private final Path path;
  private final FileChannel file;
  private long length;

  private TaskFile(Path path, FileChannel file) {
    this.path = path;
    this.file = file;
  }

  /**
   * Makes an empty file.
   *
   * @param folder below the directories of Hadoop, {@code recordio-csr} for instance, which stays
   */
  public static TaskFile create(Configuration conf, String folder) throws IOException {
    return createAt(conf, folder + "/spill");
  }

  /** Makes an empty file in one of Hadoop's directories itself. */
  public static TaskFile create(Configuration conf) throws IOException {
    return createAt(conf, "spill");
  }

  private static TaskFile createAt(Configuration conf, String place) throws IOException {
    var name = new LocalDirAllocator(MRConfig.LOCAL_DIR).getLocalPathForWrite(place, conf);
    Path below = new File(name.getParent().toUri().getPath()).toPath();
    Path path = Files.createTempFile(below, "part-", ".spill");
    return new TaskFile(
        path,
        FileChannel.open(
            path,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE));
  }

  @Override
  public void append(byte[] bytes, int offset, int count) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, count);
    while (buffer.position() < offset + count) {
      // In pieces: a channel has a direct buffer for each thread, as large as the largest write.
      buffer.limit(Math.min(offset + count, buffer.position() + CHUNK));
      try {
        length += file.write(buffer, length);
      } catch (IOException e) {
        throw named(e);
      }
    }
  }

  /**
   * Reads bytes.
   *
   * @return how many, at least one; -1 at the end
   */
  public int read(long position, byte[] into, int offset, int count) throws IOException {
    try {
      return file.read(ByteBuffer.wrap(into, offset, count), position);
    } catch (IOException e) {
      throw named(e);
    }
  }

  /** The errors of the operating system do not name the file: a disk is full, or fails. */
  private IOException named(IOException e) {
    return e.getClass() == IOException.class ? new IOException(path + ": " + e.getMessage(), e) : e;
  }

  /**
   * Reads bytes.
   *
   * @throws EOFException when the file ends before the last one
   */
  public void readFully(long position, byte[] into, int offset, int count) throws IOException {
    for (int done = 0; done < count; ) {
      // In pieces, as it is written.
      int got = read(position + done, into, offset + done, Math.min(CHUNK, count - done));
      if (got < 0) {
        throw new EOFException(path + " is shorter than what was written to it");
      }
      done += got;
    }
  }

  /** Returns a stream of the bytes from the first one on; it need not be closed. */
  public InputStream stream() {
    return stream(0);
  }

  /** Returns a stream of the bytes from a position on; it need not be closed. */
  public InputStream stream(long start) {
    return new InputStream() {
      private long position = start;

      @Override
      public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] into, int offset, int count) throws IOException {
        int got = TaskFile.this.read(position, into, offset, count);
        position += Math.max(0, got);
        return got;
      }
    };
  }

  @Override
  public void copyTo(OutputStream out, Progressable progress) throws IOException {
    byte[] chunk = new byte[CHUNK];
    for (long done = 0; done < length; ) {
      int got = read(done, chunk, 0, (int) Math.min(CHUNK, length - done));
      if (got < 0) {
        throw new IOException(path + " has " + done + " bytes in place of " + length);
      }
      out.write(chunk, 0, got);
      done += got;
      progress.progress();
    }
  }

  /** Returns the bytes in the file. */
  public long length() {
    return length;
  }

  /** Removes all bytes. */
  public void clear() throws IOException {
    file.truncate(0);
    length = 0;
  }

  /** Returns the path, for errors. */
  @Override
  public String toString() {
    return path.toString();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
