// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.Notes;
import dev.recordio.jobs.run.error.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;

/**
 * Which of the files and members below an input are packed, by their paths there. Hidden ones are
 * not ({@link PackConf#HIDDEN}); of the others those that one glob of {@link PackConf#INCLUDE}
 * matches, if it has any, and none of {@link PackConf#EXCLUDE}. Nothing is opened for that.
 *
 * <p>A file is hidden if its name, or the name of a folder between it and the input, begins with a
 * dot, or is what macOS and Windows leave in folders and archives. A name with an underscore at its
 * start is not hidden, as cameras give such names.
 */
public final class Selection {
  private static final String SEPARATOR = ";";

  /** Of an archive's folder with the attributes of files, of thumbnails, of a folder's icon. */
  private static final Set<String> LITTER = Set.of("__macosx", "thumbs.db", "desktop.ini");

  private final List<PathGlob> included;
  private final List<PathGlob> excluded;
  private final boolean takesHidden;
  private Counts counts = new Counts(0, 0);
  private String firstHidden;
  private final MemberName.Separators separators = new MemberName.Separators();

  /**
   * What was left out.
   *
   * @param byGlob paths; without those in folders that were not listed
   * @param hidden files, members, and folders that were not listed
   */
  record Counts(long byGlob, long hidden) {}

  public Selection(Configuration conf) {
    included = globs(PackConf.INCLUDE.get(conf));
    excluded = globs(PackConf.EXCLUDE.get(conf));
    takesHidden = PackConf.HIDDEN.getBoolean(conf);
  }

  /** Returns the value of a key for globs. */
  public static String join(List<String> globs) {
    return String.join(SEPARATOR, globs.stream().map(glob -> glob.replace(";", "\\;")).toList());
  }

  /** Checks the value of a key. */
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

  /**
   * Whether a file, a folder or a member is left out because it is hidden; counts it if so.
   *
   * @param parent what comes before it, for the note
   * @param path below the input, or the last name of it where the folders before are not hidden
   */
  public boolean hides(String parent, String path) {
    if (takesHidden || !isHidden(path)) {
      return false;
    }
    firstHidden = firstHidden == null ? parent + path : firstHidden;
    counts = new Counts(counts.byGlob, counts.hidden + 1);
    return true;
  }

  /** Whether a name in a path is one of a hidden file or folder. */
  static boolean isHidden(String path) {
    for (int at = 0; at < path.length(); ) {
      int slash = path.indexOf('/', at);
      int end = slash < 0 ? path.length() : slash;
      if (isHidden(path, at, end)) {
        return true;
      }
      at = end + 1;
    }
    return false;
  }

  private static boolean isHidden(String path, int from, int to) {
    if (path.charAt(from) == '.') {
      boolean here = to - from == 1 || to - from == 2 && path.charAt(from + 1) == '.';
      return !here;
    }
    for (String name : LITTER) {
      if (to - from == name.length() && path.regionMatches(true, from, name, 0, name.length())) {
        return true;
      }
    }
    return false;
  }

  /** Whether no path is left out by a glob. */
  public boolean isAll() {
    return included.isEmpty() && excluded.isEmpty();
  }

  /** Whether a path below its input is packed; counts it if not. */
  public boolean takes(String path) {
    boolean taken =
        (included.isEmpty() || included.stream().anyMatch(glob -> glob.matches(path)))
            && excluded.stream().noneMatch(glob -> glob.matches(path));
    if (!taken) {
      counts = new Counts(counts.byGlob + 1, counts.hidden);
    }
    return taken;
  }

  /**
   * Whether a member of an archive is packed. One whose name is not known is: whoever plans what is
   * packed says what is wrong with it.
   *
   * @param archive the path of the archive, and what separates it from names
   */
  boolean takes(String archive, MemberName name) {
    return !hides(archive, name.text()) && (!name.isKnown() || takes(name.text()));
  }

  /** Whether nothing below a folder is packed, so that it need not be listed. */
  boolean leavesOutAllBelow(String folder) {
    return excluded.stream().anyMatch(glob -> glob.matchesAllBelow(folder));
  }

  Counts counts() {
    return counts;
  }

  /** Sets the counts back to what they were before an input that is scanned again. */
  void setCounts(Counts before) {
    counts = before;
  }

  /** Returns what decides about the separators in names of members. */
  MemberName.Separators separators() {
    return separators;
  }

  /** Says what was left out because it is hidden, and what backslashes were taken for. */
  public void say() {
    if (counts.hidden > 0) {
      Notes.say(
          String.format(
              Locale.ROOT,
              counts.hidden == 1
                  ? "%,d hidden file or folder is left out: %s (--hidden takes it)"
                  : "%,d hidden files or folders are left out, the first is %s (--hidden takes them)",
              counts.hidden,
              Printable.of(firstHidden)));
    }
    separators.say();
  }

  /** Returns how many paths were left out; without those in folders that were not listed. */
  public long leftOut() {
    return counts.byGlob;
  }

  public long hidden() {
    return counts.hidden;
  }
}
