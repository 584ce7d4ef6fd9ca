// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import java.io.FileNotFoundException;
import java.net.URI;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** One folder of files that have blocks and hosts but no bytes: opening one is an error. */
public final class BlockLayoutFileSystem extends ListedFileSystem {
  /** The folder. */
  public static final Path FOLDER = new Path("blocks:///data");

  private static final Map<String, FileStatus> FILES = new TreeMap<>();

  /** Sets the configuration up for this file system, and removes all files. */
  public static void clear(Configuration conf) {
    conf.setClass("fs.blocks.impl", BlockLayoutFileSystem.class, FileSystem.class);
    FILES.clear();
  }

  /** Adds a file of {@code length} bytes. */
  public static Path add(String name, long length, long blockSize) {
    var path = new Path(FOLDER, name);
    FILES.put(name, new FileStatus(length, false, 3, blockSize, 0, path));
    return path;
  }

  @Override
  public URI getUri() {
    return URI.create("blocks:///");
  }

  @Override
  public FileStatus getFileStatus(Path path) throws FileNotFoundException {
    if (path.getName().equals(FOLDER.getName())) {
      return new FileStatus(0, true, 0, 0, 0, FOLDER);
    }
    FileStatus file = FILES.get(path.getName());
    if (file == null) {
      throw new FileNotFoundException(path.toString());
    }
    return file;
  }

  @Override
  public FileStatus[] listStatus(Path path) throws FileNotFoundException {
    FileStatus status = getFileStatus(path);
    return status.isDirectory()
        ? FILES.values().toArray(new FileStatus[0])
        : new FileStatus[] {status};
  }

  @Override
  public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long length) {
    long size = file.getBlockSize();
    var blocks = new BlockLocation[(int) ((file.getLen() + size - 1) / size)];
    for (int i = 0; i < blocks.length; i++) {
      String name = file.getPath().getName() + "-" + i;
      String[] hosts = {"near-" + name, "far-" + name};
      String[] cached = i % 3 == 0 ? new String[] {"near-" + name} : new String[0];
      blocks[i] =
          new BlockLocation(
              hosts,
              hosts,
              cached,
              new String[0],
              i * size,
              Math.min(size, file.getLen() - i * size),
              false);
    }
    return blocks;
  }

  @Override
  public Path getWorkingDirectory() {
    return FOLDER;
  }
}
