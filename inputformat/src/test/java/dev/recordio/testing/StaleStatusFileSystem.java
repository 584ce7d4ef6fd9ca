// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** Local files whose status has a length that they had before. */
public final class StaleStatusFileSystem extends RawLocalFileSystem {
  private static final String LENGTH = "stale.length";

  /** Returns {@code conf}, with the length that every local file is reported to have. */
  public static Configuration of(Configuration conf, long length) {
    conf.setClass("fs.file.impl", StaleStatusFileSystem.class, FileSystem.class);
    conf.setBoolean("fs.file.impl.disable.cache", true);
    conf.setLong(LENGTH, length);
    return conf;
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    FileStatus now = super.getFileStatus(path);
    return new FileStatus(
        getConf().getLong(LENGTH, -1),
        now.isDirectory(),
        now.getReplication(),
        now.getBlockSize(),
        now.getModificationTime(),
        now.getPath());
  }
}
