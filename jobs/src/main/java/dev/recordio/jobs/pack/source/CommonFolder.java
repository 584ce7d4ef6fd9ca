// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.jobs.run.RealPath;
import java.util.Objects;
import org.apache.hadoop.fs.Path;

/**
 * The folder that contains all inputs, below which their files have short names: of one input that
 * is a folder, the folder itself; of a glob, what comes before the first wildcard; of a file, its
 * folder, except that the members of a single archive are below the archive.
 */
public final class CommonFolder {
  /** What separates an archive's path from a member's name. */
  private static final String MEMBER = "!";

  private static final String SLASH = Path.SEPARATOR;

  private Path common;
  private boolean isNone;

  /** Takes what the names of an input's files begin with. */
  public void add(Path base) {
    if (isNone || base.equals(common)) {
      return;
    }
    if (common == null) {
      common = base;
      return;
    }
    if (!Objects.equals(common.toUri().getScheme(), base.toUri().getScheme())
        || !Objects.equals(common.toUri().getAuthority(), base.toUri().getAuthority())) {
      isNone = true;
      return;
    }
    while (!RealPath.isWithin(base, common)) {
      common = common.getParent();
    }
  }

  /** Returns the folder, as the paths of sources begin; empty when the inputs have none. */
  public String name() {
    return isNone || common == null ? "" : common.toString();
  }

  /**
   * Returns the name of a file, a folder, or a member in it.
   *
   * @param folder a {@link #name()}
   * @return "." for the folder itself; the whole path when it is not below the folder
   */
  public static String below(String folder, String path) {
    if (folder.isEmpty() || !path.startsWith(folder)) {
      return path;
    }
    String rest = path.substring(folder.length());
    if (rest.isEmpty() || rest.equals(MEMBER)) {
      return ".";
    }
    return folder.endsWith(SLASH)
        ? rest
        : rest.startsWith(SLASH) || rest.startsWith(MEMBER) ? rest.substring(1) : path;
  }
}
