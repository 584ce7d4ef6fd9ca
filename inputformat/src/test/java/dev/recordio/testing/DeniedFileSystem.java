// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.security.AccessControlException;

/** Local files, some of which may not be read. */
public final class DeniedFileSystem extends LocalFileSystem {
  private static final String NAMES = "denied.names";
  private static final String LIKE = "denied.like";

  /** What a file system throws. */
  public enum Like {
    /** Java's exception for all files that can't be opened. */
    LOCAL {
      @Override
      IOException of(Path file) {
        return new FileNotFoundException(file.toUri().getPath() + " (Permission denied)");
      }
    },
    /** Of HDFS. */
    HDFS {
      @Override
      IOException of(Path file) {
        return new AccessControlException(
            "Permission denied: user=me, access=READ, inode=\"" + file.toUri().getPath() + "\"");
      }
    };

    abstract IOException of(Path file);
  }

  /**
   * Returns {@code conf}, where local files are denied.
   *
   * @param names a regular expression of the names of the files that may not be read
   */
  public static Configuration of(Configuration conf, Like like, String names) {
    conf.setClass("fs.file.impl", DeniedFileSystem.class, FileSystem.class);
    conf.setBoolean("fs.file.impl.disable.cache", true);
    conf.setEnum(LIKE, like);
    conf.set(NAMES, names);
    return conf;
  }

  /** Creates the file system; {@code FileSystem} initializes it. */
  public DeniedFileSystem() {
    super(new Raw());
  }

  private static final class Raw extends RawLocalFileSystem {
    @Override
    public FSDataInputStream open(Path file, int buffer) throws IOException {
      if (file.getName().matches(getConf().get(NAMES))) {
        throw getConf().getEnum(LIKE, Like.LOCAL).of(file);
      }
      return super.open(file, buffer);
    }
  }
}
