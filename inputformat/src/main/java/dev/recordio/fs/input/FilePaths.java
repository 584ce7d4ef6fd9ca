// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.input;

import java.net.URI;
import java.net.URISyntaxException;
import org.apache.hadoop.fs.Path;

/**
 * Paths made of another one and a name, which may hold any character. {@code new Path(folder,
 * name)} takes what is before a colon for a scheme, and makes four URIs to keep one of them.
 */
public final class FilePaths {
  private FilePaths() {}

  /** Returns the path of an entry of a folder. */
  public static Path in(Path folder, String name) {
    URI uri = folder.toUri();
    String path = uri.getPath();
    return path(uri, (path.endsWith(Path.SEPARATOR) ? path : path + Path.SEPARATOR) + name);
  }

  /** Returns the path of another entry of a file's folder. */
  public static Path beside(Path file, String name) {
    URI uri = file.toUri();
    String path = uri.getPath();
    return path(uri, path.substring(0, path.lastIndexOf(Path.SEPARATOR_CHAR) + 1) + name);
  }

  private static Path path(URI root, String path) {
    if (!path.startsWith(Path.SEPARATOR)) {
      return new Path(root.getScheme(), root.getAuthority(), path);
    }
    try {
      // The same, but for a pattern that Hadoop's compiles for each path.
      return new Path(new URI(root.getScheme(), root.getAuthority(), path, null, null));
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
