// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;

/** Finds the file system of a source. */
public final class SourceFiles {
  private static final Set<String> WEB = Set.of("http", "https");

  private SourceFiles() {}

  /** Throws for files of a web server, which reports no lengths and has no folders. */
  public static void refuseWeb(Path path) throws IOException {
    String scheme = path.toUri().getScheme();
    if (scheme != null && WEB.contains(scheme.toLowerCase(Locale.ROOT))) {
      throw new IOException("nothing is packed from a web server: download it first");
    }
  }

  /** Throws for a file whose file system doesn't report its length. */
  public static void checkLength(FileStatus file) throws IOException {
    if (file.getLen() < 0) {
      throw new IOException("its file system doesn't report its length: copy it to another one");
    }
  }

  /**
   * Returns an error about a missing file whose name has backslashes, if it is there with slashes:
   * lists of Windows have names like that.
   *
   * @param missing the error as it is otherwise
   */
  public static FileNotFoundException missing(
      Configuration conf, Path file, FileNotFoundException missing) {
    String path = file.toString();
    var other = new Path(path.replace('\\', '/'));
    try {
      if (path.indexOf('\\') < 0 || !other.getFileSystem(conf).exists(other)) {
        return missing;
      }
    } catch (IOException e) {
      return missing;
    }
    var explained =
        new FileNotFoundException(
            "no such file: " + path + "; with slashes for its backslashes it is there: " + other);
    explained.initCause(missing);
    return explained;
  }

  /**
   * Returns the file system to open {@code path} in. Hadoop's local file system looks for a
   * checksum file next to each file, but can't build its name if there is a colon, which local
   * names may have: such files are opened by the file system below it.
   */
  public static FileSystem of(Configuration conf, Path path) throws IOException {
    return of(path.getFileSystem(conf), path);
  }

  /** The same if the path's file system is known already, which avoids an expensive look-up. */
  public static FileSystem of(FileSystem fs, Path path) {
    return fs instanceof LocalFileSystem local && path.getName().indexOf(':') >= 0
        ? local.getRawFileSystem()
        : fs;
  }
}
