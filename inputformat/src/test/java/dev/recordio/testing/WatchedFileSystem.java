// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.impl.OpenFileParameters;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.apache.hadoop.util.functional.RemoteIterators;

/**
 * Another file system under the scheme {@code watched}, which counts how often a file is opened and
 * read, the bytes that were read, and the streams that are not closed. {@link Faults} may go wrong.
 */
public final class WatchedFileSystem extends FilterFileSystem {
  private static final URI NAME = URI.create("watched:///");
  private static final String TARGET = "watched.target";
  private static final AtomicInteger OPENED = new AtomicInteger();
  private static final AtomicInteger OPEN = new AtomicInteger();
  private static final AtomicLong READS = new AtomicLong();
  private static final AtomicLong BYTES_READ = new AtomicLong();

  /** Returns the name under which {@code path} is watched, and prepares {@code conf} for it. */
  public static Path watch(Configuration conf, Path path) throws IOException {
    FileSystem target = path.getFileSystem(conf);
    conf.setClass("fs.watched.impl", WatchedFileSystem.class, FileSystem.class);
    conf.setBoolean("fs.watched.impl.disable.cache", true);
    conf.set(TARGET, target.getUri().toString());
    reset();
    Faults.none();
    return new Path("watched", "", path.toUri().getPath());
  }

  /** Begins to count anew. */
  public static void reset() {
    OPENED.set(0);
    OPEN.set(0);
    READS.set(0);
    BYTES_READ.set(0);
  }

  /** Returns how many files have been opened since {@link #watch} or {@link #reset}. */
  public static int opened() {
    return OPENED.get();
  }

  /** Returns how many of those have not been closed. */
  public static int open() {
    return OPEN.get();
  }

  /** Returns how many calls have read from files since {@link #watch} or {@link #reset}. */
  public static long reads() {
    return READS.get();
  }

  /** Returns how many bytes those calls got. */
  public static long bytesRead() {
    return BYTES_READ.get();
  }

  @Override
  public void initialize(URI name, Configuration conf) throws IOException {
    setConf(conf);
    statistics = getStatistics("watched", WatchedFileSystem.class);
    fs = FileSystem.get(URI.create(conf.get(TARGET)), conf);
  }

  private Path down(Path path) {
    return new Path(fs.getUri().getScheme(), fs.getUri().getAuthority(), path.toUri().getPath());
  }

  /** Without owner and permission: Hadoop starts a program to find those of a local file. */
  private static FileStatus up(FileStatus status) {
    return new FileStatus(
        status.getLen(),
        status.isDirectory(),
        status.getReplication(),
        status.getBlockSize(),
        status.getModificationTime(),
        new Path("watched", "", status.getPath().toUri().getPath()));
  }

  @Override
  public URI getUri() {
    return NAME;
  }

  @Override
  public Path makeQualified(Path path) {
    return path.makeQualified(NAME, getWorkingDirectory());
  }

  @Override
  protected void checkPath(Path path) {}

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    return up(fs.getFileStatus(down(path)));
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    FileStatus[] entries = fs.listStatus(down(path));
    for (int i = 0; i < entries.length; i++) {
      entries[i] = up(entries[i]);
    }
    return entries;
  }

  @Override
  public RemoteIterator<LocatedFileStatus> listLocatedStatus(Path path) throws IOException {
    return RemoteIterators.mappingRemoteIterator(
        RemoteIterators.remoteIteratorFromArray(fs.listStatus(down(path))),
        entry ->
            new LocatedFileStatus(
                up(entry),
                entry.isFile() ? fs.getFileBlockLocations(entry, 0, entry.getLen()) : null));
  }

  @Override
  public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long length)
      throws IOException {
    return fs.getFileBlockLocations(down(file.getPath()), start, length);
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    OPENED.incrementAndGet();
    return new FSDataInputStream(
        new CountedStream(fs.open(down(path), bufferSize), OPEN, READS, BYTES_READ));
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    OPENED.incrementAndGet();
    OutputStream out =
        fs.create(down(path), permission, overwrite, bufferSize, replication, blockSize, progress);
    return new FSDataOutputStream(new CountedOutput(out, OPEN), null);
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    return fs.delete(down(path), recursive);
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    return fs.rename(down(from), down(to));
  }

  @Override
  public FutureDataInputStreamBuilder openFile(Path path) {
    return createDataInputStreamBuilder(this, path);
  }

  @Override
  protected CompletableFuture<FSDataInputStream> openFileWithOptions(
      Path path, OpenFileParameters options) throws IOException {
    return CompletableFuture.completedFuture(open(path, options.getBufferSize()));
  }
}
