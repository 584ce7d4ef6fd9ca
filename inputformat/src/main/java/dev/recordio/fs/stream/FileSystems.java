// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import java.io.IOException;
import java.net.URI;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Looks up the file systems of paths; most are on the same one: Hadoop's own cache finds out for
 * each path who the user is, which takes longer than to open a local file. It is for one thread.
 */
public final class FileSystems {
  private final Configuration conf;
  private FileSystem last;
  private URI root; // a path on it

  /** Looks up file systems of the configuration. */
  public FileSystems(Configuration conf) {
    this.conf = conf;
  }

  /** Returns the file system of a path. */
  public FileSystem of(Path path) throws IOException {
    URI uri = path.toUri();
    if (last == null
        || !Objects.equals(uri.getScheme(), root.getScheme())
        || !Objects.equals(uri.getAuthority(), root.getAuthority())) {
      last = path.getFileSystem(conf);
      root = uri;
    }
    return last;
  }
}
