// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.local;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * The status of a file of a Unix system: its attributes are read at once, its owner, group and
 * permissions when they are asked for. For these, Hadoop's own starts the program {@code ls}.
 */
final class LocalStatus extends FileStatus {
  private static final long serialVersionUID = 1L;

  /** Permissions, and the bit for folders from which only owners may delete. */
  private static final int KEPT = 01777;

  private boolean isOwned;

  /**
   * Creates a status.
   *
   * @param path qualified
   * @param attributes of what it leads to
   */
  LocalStatus(Path path, BasicFileAttributes attributes, long blockSize) {
    super(
        attributes.size(),
        attributes.isDirectory(),
        1,
        blockSize,
        attributes.lastModifiedTime().toMillis(),
        attributes.lastAccessTime().toMillis(),
        null,
        null,
        null,
        path);
  }

  @Override
  public FsPermission getPermission() {
    own();
    return super.getPermission();
  }

  @Override
  public String getOwner() {
    own();
    return super.getOwner();
  }

  @Override
  public String getGroup() {
    own();
    return super.getGroup();
  }

  private synchronized void own() {
    if (isOwned) {
      return;
    }
    var file = new File(getPath().toUri().getPath()).toPath();
    try {
      Map<String, Object> of = Files.readAttributes(file, "unix:mode,owner,group");
      setPermission(new FsPermission((short) ((Integer) of.get("mode") & KEPT)));
      setOwner(of.get("owner").toString());
      setGroup(of.get("group").toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    isOwned = true;
  }
}
