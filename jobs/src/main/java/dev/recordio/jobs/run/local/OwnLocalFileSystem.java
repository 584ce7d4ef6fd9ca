// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.local;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Hadoop's local file system for a process that is only ours.
 *
 * <p>Without its native library, Hadoop starts the program {@code chmod} for each file and folder
 * it makes, and a local job makes some fifty, in 3.4 and 3.5. Here the process makes the system
 * call itself.
 */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public final class OwnLocalFileSystem extends LocalFileSystem {
  private static final String IMPLEMENTATION = "fs.file.impl";
  private static final String MODE = "unix:mode";
  private static final int PERMISSIONS = 0777;
  private static final int SPECIAL = 07000;

  private boolean writesChecksums;

  /** For {@link FileSystem}, which initializes it. */
  public OwnLocalFileSystem() {
    super(new Raw());
  }

  @Override
  public void initialize(URI name, Configuration conf) throws IOException {
    super.initialize(name, conf);
    setWriteChecksum(false);
  }

  @Override
  public void setWriteChecksum(boolean write) {
    super.setWriteChecksum(write);
    writesChecksums = write;
  }

  /** Hadoop's fails for a name with a colon, which it parses as a scheme. */
  @Override
  public Path getChecksumFile(Path file) {
    Path folder = file.getParent();
    String name = "." + file.getName() + ".crc";
    return new Path(
        folder == null || folder.toString().isEmpty() ? "./" + name : folder + "/" + name);
  }

  /**
   * Opens a file. Hadoop's finds out by an exception that there are no checksums beside it, which
   * costs as much as reading a small file; what it then reads is the same.
   */
  @Override
  public FSDataInputStream open(Path file, int buffer) throws IOException {
    File local = pathToFile(file);
    return new File(local.getParentFile(), "." + local.getName() + ".crc").exists()
        ? super.open(file, buffer)
        : getRaw().open(file, buffer);
  }

  /**
   * Renames a file or folder. Hadoop's looks up all that is known of both first, and finds out by
   * an exception that there is nothing of the new name.
   */
  @Override
  public boolean rename(Path from, Path to) throws IOException {
    boolean isBare =
        !pathToFile(to).isDirectory()
            && !getRaw().exists(getChecksumFile(from))
            && !getRaw().exists(getChecksumFile(to));
    return isBare ? getRaw().rename(from, to) : super.rename(from, to);
  }

  /** Deletes a file. Hadoop's finds out by an exception that there is none. */
  @Override
  public boolean delete(Path file, boolean recursive) throws IOException {
    return getRaw().exists(file) && super.delete(file, recursive);
  }

  /** Whether files may be changed in place: no checksum files describe their bytes. */
  public boolean changesInPlace() {
    return !writesChecksums;
  }

  /**
   * Makes this the local file system of the process, unless the configuration names one, and has it
   * write no {@code .crc} files: local files are edited and copied by other programs too, which do
   * not update those. Existing checksum files are still checked.
   *
   * @param conf not changed, so that no job carries it to a cluster: the file system is found in
   *     Hadoop's cache
   */
  public static void install(Configuration conf) throws IOException {
    var own = new Configuration(conf);
    if (own.get(IMPLEMENTATION) == null) {
      own.setClass(IMPLEMENTATION, OwnLocalFileSystem.class, FileSystem.class);
    }
    FileSystem.getLocal(own).setWriteChecksum(false);
  }

  /** Whether a file system reads local files as Hadoop's own does. */
  public static boolean isLikeHadoops(FileSystem fs) {
    return fs.getClass() == OwnLocalFileSystem.class
        || fs.getClass() == LocalFileSystem.class
            && ((LocalFileSystem) fs).getRaw().getClass() == RawLocalFileSystem.class;
  }

  private static final class Raw extends RawLocalFileSystem {
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
     * Keeps the special bits of a folder, as {@code chmod} does: files with such bits are left to
     * it.
     */
    @Override
    public void setPermission(Path path, FsPermission permission) throws IOException {
      java.nio.file.Path file = pathToFile(path).toPath();
      int wanted = permission.toShort();
      if (!file.getFileSystem().supportedFileAttributeViews().contains("unix")) {
        super.setPermission(path, permission);
        return;
      }
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
}
