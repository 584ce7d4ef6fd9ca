// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.util.functional.RemoteIterators;

/**
 * Another file system under the scheme {@code watched}, which counts how often a file is opened.
 */
public final class WatchedFileSystem extends FilterFileSystem {
  private static final URI NAME = URI.create("watched:///");
  private static final String TARGET = "watched.target";
  private static final AtomicInteger OPENED = new AtomicInteger();

  /** Returns the name under which {@code path} is watched, and prepares {@code conf} for it. */
  public static Path watch(Configuration conf, Path path) throws IOException {
    FileSystem target = path.getFileSystem(conf);
    conf.setClass("fs.watched.impl", WatchedFileSystem.class, FileSystem.class);
    conf.setBoolean("fs.watched.impl.disable.cache", true);
    conf.set(TARGET, target.getUri().toString());
    OPENED.set(0);
    return new Path("watched", "", path.toUri().getPath());
  }

  /** Returns how many files have been opened since {@link #watch}. */
  public static int opened() {
    return OPENED.get();
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

  private static LocatedFileStatus up(FileStatus status, BlockLocation[] blocks)
      throws IOException {
    var named = new FileStatus(status);
    named.setPath(new Path("watched", "", status.getPath().toUri().getPath()));
    return new LocatedFileStatus(named, blocks);
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
    return up(fs.getFileStatus(down(path)), null);
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    FileStatus[] entries = fs.listStatus(down(path));
    for (int i = 0; i < entries.length; i++) {
      entries[i] = up(entries[i], null);
    }
    return entries;
  }

  @Override
  public RemoteIterator<LocatedFileStatus> listLocatedStatus(Path path) throws IOException {
    return RemoteIterators.mappingRemoteIterator(
        fs.listLocatedStatus(down(path)), entry -> up(entry, entry.getBlockLocations()));
  }

  @Override
  public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long length)
      throws IOException {
    return fs.getFileBlockLocations(down(file.getPath()), start, length);
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    OPENED.incrementAndGet();
    return fs.open(down(path), bufferSize);
  }

  @Override
  public FutureDataInputStreamBuilder openFile(Path path) throws IOException {
    OPENED.incrementAndGet();
    return fs.openFile(down(path));
  }
}
