// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.fs.input.LocalNames;
import java.io.IOException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.GlobPattern;
import org.apache.hadoop.fs.Path;

/** Finds local files that a glob matches and Hadoop omits because their names can't be decoded. */
final class LocalGlob {
  private LocalGlob() {}

  /** Takes the name of a file, escaped. */
  @FunctionalInterface
  interface Names {
    void accept(String name) throws IOException;
  }

  /** Passes the matches of each part of {@code glob} that can't be opened by name. */
  static void unlisted(FileSystem fs, Path glob, Names names) throws IOException {
    Path folder = glob.getParent() == null ? new Path(".") : glob.getParent();
    if (glob.getParent() != null && !glob.getParent().isRoot()) {
      unlisted(fs, glob.getParent(), names);
    }
    String part = glob.getName();
    if (count(part, '{') != count(part, '}')) {
      return; // alternatives with several folders
    }
    var pattern = new GlobPattern(part);
    FileStatus[] folders = pattern.hasWildcard() ? fs.globStatus(folder) : null;
    if (folders == null) {
      return;
    }
    for (FileStatus found : folders) {
      if (found.isDirectory()) {
        Path path = found.getPath();
        LocalNames.scan(
            path,
            (decoded, escaped) -> {
              if (pattern.matches(decoded)) {
                names.accept(FolderWalk.prefix(path) + escaped);
              }
            });
      }
    }
  }

  private static long count(String text, char c) {
    return text.chars().filter(d -> d == c).count();
  }
}
