// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.conf.InvalidSettingException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;

/**
 * Which of the files and members below an input are packed, by their paths there ({@link
 * PackConf#INCLUDE}, {@link PackConf#EXCLUDE}): those that one of the first globs matches, if there
 * are any, and none of the second. Nothing is opened for that.
 */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public final class Selection {
  private static final String SEPARATOR = ";";

  private final List<PathGlob> included;
  private final List<PathGlob> excluded;
  private long leftOut;

  /** Reads the keys. */
  public Selection(Configuration conf) {
    included = globs(PackConf.INCLUDE.get(conf));
    excluded = globs(PackConf.EXCLUDE.get(conf));
  }

  /** Returns the value of a key for globs. */
  public static String join(List<String> globs) {
    return String.join(SEPARATOR, globs.stream().map(glob -> glob.replace(";", "\\;")).toList());
  }

  /**
   * Checks the value of a key.
   *
   * @throws InvalidSettingException when one of the globs is invalid
   */
  static void check(String list) {
    globs(list);
  }

  private static List<PathGlob> globs(String list) {
    var globs = new ArrayList<PathGlob>();
    if (list.isEmpty()) {
      return globs;
    }
    for (String glob : list.split("(?<!\\\\)" + SEPARATOR)) {
      if (glob.isEmpty()) {
        throw new InvalidSettingException("an empty glob in '" + list + "'");
      }
      globs.add(new PathGlob(glob.replace("\\;", SEPARATOR)));
    }
    return globs;
  }

  /** Whether everything is packed. */
  boolean isAll() {
    return included.isEmpty() && excluded.isEmpty();
  }

  /** Whether a path below its input is packed; counts it if not. */
  public boolean takes(String path) {
    boolean taken =
        (included.isEmpty() || included.stream().anyMatch(glob -> glob.matches(path)))
            && excluded.stream().noneMatch(glob -> glob.matches(path));
    leftOut += taken ? 0 : 1;
    return taken;
  }

  /** Whether nothing below a folder is packed, so that it need not be listed. */
  boolean leavesOutAllBelow(String folder) {
    return excluded.stream().anyMatch(glob -> glob.matchesAllBelow(folder));
  }

  /** Sets the count back to what it was before an input that is scanned again. */
  void setLeftOut(long count) {
    leftOut = count;
  }

  /** Returns how many paths were left out; without those in folders that were not listed. */
  public long leftOut() {
    return leftOut;
  }
}
