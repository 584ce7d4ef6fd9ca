// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.local;

import dev.recordio.fs.input.FilePaths;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.fs.statistics.BufferedIOStatisticsOutputStream;
import org.apache.hadoop.util.Progressable;

/**
 * Local files without checksums, at fewer calls of the operating system than Hadoop's own: that
 * makes five for the status of a file, which is asked for several times before a file is read.
 * Whatever fails here is left to Hadoop's, so that errors are the same.
 */
public final class OwnRawFileSystem extends RawLocalFileSystem {
  private static final boolean IS_UNIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("unix");
  private static final String MODE = "unix:mode";
  private static final int PERMISSIONS = 0777;
  private static final int SPECIAL = 07000;

  private long blockSize;

  OwnRawFileSystem() {}

  @Override
  public void initialize(URI name, Configuration conf) throws IOException {
    super.initialize(name, conf);
    blockSize = getDefaultBlockSize(getWorkingDirectory());
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    FileStatus status = IS_UNIX ? statusOrNull(plain(makeQualified(path))) : null;
    return status == null ? super.getFileStatus(path) : status;
  }

  /** Returns a path without a slash at its end, which one made of a URI may have. */
  private Path plain(Path path) {
    URI uri = path.toUri();
    String file = pathToFile(path).getPath();
    return file.equals(uri.getPath()) ? path : new Path(uri.getScheme(), uri.getAuthority(), file);
  }

  /**
   * Lists a folder. Hadoop's own method makes four paths for each entry, and parses each. As there,
   * entries that cannot be accessed are left out.
   */
  @Override
  public FileStatus[] listStatus(Path folder) throws IOException {
    Path parent = plain(makeQualified(folder));
    var file = pathToFile(parent);
    if (!IS_UNIX || !file.isDirectory()) {
      return super.listStatus(folder);
    }
    String[] names = FileUtil.list(file);
    var listed = new FileStatus[names.length];
    int count = 0;
    for (String name : names) {
      FileStatus status = statusOrNull(FilePaths.in(parent, name));
      if (status != null) {
        listed[count++] = status;
      }
    }
    return Arrays.copyOf(listed, count);
  }

  /** Returns the status of what a qualified path leads to; null if that cannot be accessed. */
  private FileStatus statusOrNull(Path path) {
    try {
      var attributes = Files.readAttributes(pathToFile(path).toPath(), BasicFileAttributes.class);
      return new LocalStatus(path, attributes, blockSize);
    } catch (IOException | InvalidPathException e) {
      return null;
    }
  }

  /**
   * Creates a file. Hadoop's first makes sure that there is a folder, which there nearly always is.
   */
  @Override
  public FSDataOutputStream create(
      Path file,
      FsPermission permission,
      boolean overwrite,
      int buffer,
      short replication,
      long block,
      Progressable progress)
      throws IOException {
    if (overwrite) {
      try {
        OutputStream out = createOutputStreamWithMode(file, false, permission);
        return new FSDataOutputStream(
            new BufferedIOStatisticsOutputStream(out, buffer, true), statistics);
      } catch (FileNotFoundException e) {
        // No such folder, or not allowed.
      }
    }
    return super.create(file, permission, overwrite, buffer, replication, block, progress);
  }

  @Override
  public FSDataInputStream open(Path file, int buffer) throws IOException {
    return new FSDataInputStream(new LocalInput(super.open(file, buffer), makeQualified(file)));
  }

  @Override
  protected OutputStream createOutputStreamWithMode(
      Path path, boolean append, FsPermission permission) throws IOException {
    return new LocalOutput(
        super.createOutputStreamWithMode(path, append, permission), makeQualified(path));
  }

  /**
   * Makes a folder. Hadoop's makes sure of it twice for each file that is created, with some ten
   * calls of the operating system for a folder that exists.
   */
  @Override
  public boolean mkdirs(Path folder) throws IOException {
    return pathToFile(folder).isDirectory() || super.mkdirs(folder);
  }

  /**
   * Keeps the special bits of a folder, as {@code chmod} does: files with such bits are left to it.
   */
  @Override
  public void setPermission(Path path, FsPermission permission) throws IOException {
    if (!IS_UNIX) {
      super.setPermission(path, permission);
      return;
    }
    java.nio.file.Path file = pathToFile(path).toPath();
    int wanted = permission.toShort();
    int mode = (Integer) Files.getAttribute(file, MODE);
    if (((wanted | mode) & SPECIAL) != 0) {
      super.setPermission(path, permission);
    } else if ((mode & PERMISSIONS) != wanted) {
      Files.setPosixFilePermissions(file, permissions(wanted));
    }
  }

  private static Set<PosixFilePermission> permissions(int mode) {
    Set<PosixFilePermission> set = EnumSet.noneOf(PosixFilePermission.class);
    for (PosixFilePermission permission : PosixFilePermission.values()) {
      // Bits and constants both run from the owner's r to others' x.
      if ((mode & 0400 >> permission.ordinal()) != 0) {
        set.add(permission);
      }
    }
    return set;
  }
}
