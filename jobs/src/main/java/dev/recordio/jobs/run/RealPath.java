// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import dev.recordio.fs.input.FilePaths;
import dev.recordio.fs.input.LocalNames;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.regex.Pattern;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Where paths lead: qualified, and on local files without symbolic links. */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public final class RealPath {
  private static final Pattern WILDCARD = Pattern.compile("[*?\\[{\\\\]");

  private RealPath() {}

  /** Returns where a path leads, which need not exist: then where the folder above it leads. */
  public static Path of(FileSystem fs, Path path) throws IOException {
    Path qualified = fs.makeQualified(path);
    if (!LocalNames.isLocal(fs)) {
      return qualified;
    }
    try {
      return fs.makeQualified(new Path(LocalNames.real(qualified).toString()));
    } catch (FileNotFoundException | FileSystemException e) {
      Path parent = qualified.getParent();
      return parent == null ? qualified : FilePaths.in(of(fs, parent), qualified.getName());
    }
  }

  /** Whether a path is {@code folder}, or below it. */
  public static boolean isWithin(Path path, Path folder) {
    for (Path at = path; at != null; at = at.getParent()) {
      if (at.equals(folder)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the part of a glob before its first wildcard, as a folder; the path if it has none. */
  public static Path beforeWildcards(Path glob) {
    Path fixed = glob;
    for (Path at = glob; at != null; at = at.getParent()) {
      if (WILDCARD.matcher(at.getName()).find() && at.getParent() != null) {
        fixed = at.getParent();
      }
    }
    return fixed;
  }
}
