// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.write;

import dev.recordio.fs.stream.Files;
import dev.recordio.store.manifest.StorePaths;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The files that one writer has made in a store. They are named by no manifest yet: {@link
 * #discard} removes them.
 */
public final class StoreWriting {
  private static final long TABLE_BLOCK_BYTES = 128L << 20;

  private final FileSystem fs;
  private final StorePaths paths;
  private final List<Path> made = new ArrayList<>();
  private final long begun;

  /** Begins writing into a store. */
  public StoreWriting(Configuration conf, StorePaths paths) throws IOException {
    this(conf, paths, System.currentTimeMillis());
  }

  /**
   * Continues what was begun elsewhere, as by the client of a job.
   *
   * @param begun when, in milliseconds since 1970
   */
  public StoreWriting(Configuration conf, StorePaths paths, long begun) throws IOException {
    this.paths = paths;
    this.begun = begun;
    fs = paths.store().getFileSystem(conf);
  }

  /** Adds files that others have made for the same commit. */
  public void add(Collection<Path> others) {
    made.addAll(others);
  }

  StoreFile chunk(String name, long blockBytes) throws IOException {
    return create(paths.chunk(name), blockBytes);
  }

  StoreFile table(String name) throws IOException {
    return create(paths.table(name), TABLE_BLOCK_BYTES);
  }

  private StoreFile create(Path path, long blockBytes) throws IOException {
    made.add(path);
    return new StoreFile(fs, path, blockBytes);
  }

  /** Returns the files made so far. */
  public List<Path> files() {
    return List.copyOf(made);
  }

  /** Returns when the first of them can have been made, in milliseconds since 1970. */
  public long begun() {
    return begun;
  }

  /** Keeps the files, whatever comes: a manifest that may be there names them. */
  public void keep() {
    made.clear();
  }

  /** Removes the files: for a writer that did not commit. */
  public void discard() throws IOException {
    for (Path file : made) {
      fs.delete(file, false);
    }
    made.clear();
  }

  /**
   * A file of a store while it is written: counts its bytes, and computes their checksum. Without
   * {@link #finish} it is removed.
   */
  static final class StoreFile implements Closeable {
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
}
