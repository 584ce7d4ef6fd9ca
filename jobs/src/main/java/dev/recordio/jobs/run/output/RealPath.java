// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.output;

import dev.recordio.fs.input.FilePaths;
import dev.recordio.fs.input.LocalNames;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.GlobExpander;
import org.apache.hadoop.fs.GlobFilter;
import org.apache.hadoop.fs.Path;

/** Where paths lead: qualified, and on local files without symbolic links. */
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

  /**
   * Whether an input reads what is at a path: it is that folder, one above it, or a glob that
   * matches one of these. A file is read alone, whatever is beside it.
   *
   * @param path need not exist
   */
  public static boolean reads(Configuration conf, Path input, Path path) throws IOException {
    FileSystem fs = input.getFileSystem(conf);
    Path real = of(path.getFileSystem(conf), path);
    if (isWithin(real, of(fs, input))) {
      return !fs.exists(input) || fs.getFileStatus(input).isDirectory();
    }
    String glob = fs.makeQualified(input).toUri().getPath();
    if (WILDCARD.matcher(glob).find()) {
      for (String one : GlobExpander.expand(glob)) {
        if (matches(fs, fs.makeQualified(new Path(one)), real)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether a glob matches a path, or a folder above it. */
  private static boolean matches(FileSystem fs, Path glob, Path real) throws IOException {
    Path before = beforeWildcards(glob);
    Path base = of(fs, before);
    int names = glob.depth() - before.depth();
    int below = real.depth() - base.depth() - names; // so far is the path below what may match
    if (below < 0) {
      return false;
    }
    Path at = real;
    for (; below > 0; below--) {
      at = at.getParent();
    }
    for (Path name = glob; names > 0; names--, name = name.getParent(), at = at.getParent()) {
      if (!accepts(name.getName(), at)) {
        return false;
      }
    }
    return at.equals(base);
  }

  /** An invalid glob matches nothing here: the error is said when it is read. */
  private static boolean accepts(String glob, Path path) {
    try {
      return new GlobFilter(glob).accept(path);
    } catch (IOException e) {
      return false;
    }
  }
}
