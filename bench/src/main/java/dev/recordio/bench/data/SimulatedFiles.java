// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.data;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * A file system in which {@code simulated:///N} is a folder of N files with ten blocks each, on
 * three of a thousand hosts. Each answer is a new object, as from a NameNode. Files have no bytes;
 * attempts to open one are counted, and fail.
 */
public final class SimulatedFiles extends FileSystem {
  /** Blocks of each file. */
  public static final int BLOCKS = 10;

  /** Bytes of each block. */
  public static final long BLOCK_BYTES = 128L << 20;

  private static final int HOSTS = 1000;
  private static final int REPLICAS = 3;
  private static final AtomicLong OPENS = new AtomicLong();

  /** Registers the file system in a configuration, and returns a folder of {@code files}. */
  public static Path folder(Configuration conf, long files) {
    conf.setClass("fs.simulated.impl", SimulatedFiles.class, FileSystem.class);
    return new Path("simulated:///" + files);
  }

  /** Returns the number of attempts to open a file. */
  public static long opens() {
    return OPENS.get();
  }

  @Override
  public URI getUri() {
    return URI.create("simulated:///");
  }

  @Override
  public FileStatus getFileStatus(Path path) {
    return path.depth() > 1 ? file(path) : new FileStatus(0, true, 0, 0, 0, path);
  }

  private static FileStatus file(Path path) {
    return new FileStatus(BLOCKS * BLOCK_BYTES, false, REPLICAS, BLOCK_BYTES, 0, path);
  }

  @Override
  public FileStatus[] listStatus(Path path) {
    if (path.depth() > 1) {
      return new FileStatus[] {file(path)};
    }
    var files = new FileStatus[Integer.parseInt(path.getName())];
    for (int i = 0; i < files.length; i++) {
      files[i] = file(new Path(path, String.format("part-%06d.rec", i)));
    }
    return files;
  }

  @Override
  public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long length) {
    var blocks = new BlockLocation[BLOCKS];
    int seed = file.getPath().getName().hashCode();
    for (int i = 0; i < BLOCKS; i++) {
      var hosts = new String[REPLICAS];
      var names = new String[REPLICAS];
      for (int replica = 0; replica < REPLICAS; replica++) {
        int host = Math.floorMod(seed * 31 + i * 7 + replica * 331, HOSTS);
        hosts[replica] = "node-" + host + ".example";
        names[replica] = hosts[replica] + ":9866";
      }
      blocks[i] = new BlockLocation(names, hosts, i * BLOCK_BYTES, BLOCK_BYTES);
    }
    return blocks;
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    OPENS.incrementAndGet();
    throw new FileNotFoundException(path + " has no bytes");
  }

  @Override
  public Path getWorkingDirectory() {
    return new Path("simulated:///");
  }

  @Override
  public void setWorkingDirectory(Path path) {}

  @Override
  public FSDataOutputStream create(
      Path path,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FSDataOutputStream append(Path path, int bufferSize, Progressable progress) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean rename(Path from, Path to) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean delete(Path path, boolean recursive) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean mkdirs(Path path, FsPermission permission) {
    throw new UnsupportedOperationException();
  }
}
