// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.input;

import java.io.IOException;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * The status of a local file with its block locations, whose owner and permissions are only looked
 * up when requested. Hadoop's own status looks them up at once, and without its native library runs
 * {@code ls} twice for each file.
 */
final class LocalFileStatus extends LocatedFileStatus {
  private static final long serialVersionUID = 1L;

  private final FileStatus status;

  private LocalFileStatus(FileStatus status, BlockLocation[] locations) {
    super(
        status.getLen(),
        status.isDirectory(),
        status.getReplication(),
        status.getBlockSize(),
        status.getModificationTime(),
        status.getAccessTime(),
        FsPermission.getFileDefault(),
        "",
        "",
        null,
        status.getPath(),
        status.hasAcl(),
        status.isEncrypted(),
        status.isErasureCoded(),
        locations);
    this.status = status;
  }

  /** Returns the status of a file, or of a folder, that a local file system listed. */
  static LocatedFileStatus of(FileSystem fs, FileStatus status) throws IOException {
    return new LocalFileStatus(
        status, status.isFile() ? fs.getFileBlockLocations(status, 0, status.getLen()) : null);
  }

  @Override
  public FsPermission getPermission() {
    return status.getPermission();
  }

  @Override
  public String getOwner() {
    return status.getOwner();
  }

  @Override
  public String getGroup() {
    return status.getGroup();
  }

  // Equal when the paths are, as for any status.

  @Override
  public boolean equals(Object other) {
    return super.equals(other);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }
}
