// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.conf.Notes;
import dev.recordio.jobs.run.error.Printable;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;

/**
 * What separates folders in the names of an archive: slashes; backslashes, where some names have
 * them and none has a slash, as in archives that .NET and PowerShell 5 make. In an archive with
 * both, backslashes are characters of names.
 */
final class Separators {
  private final Set<String> backslashed = new LinkedHashSet<>();
  private final Set<String> mixed = new LinkedHashSet<>();

  /** Looks through an archive. */
  @FunctionalInterface
  interface Look {
    /** Whether the name of a file in it has a slash. */
    boolean findsSlash() throws IOException;
  }

  /** The names of one archive, in any order. */
  final class Names {
    private final String archive;
    private final Look look;
    private boolean isDecided;
    private boolean areBackslashes;

    private Names(String archive, Look look) {
      this.archive = archive;
      this.look = look;
    }

    /** Returns a name with slashes between folders. */
    MemberName of(MemberName name) throws IOException {
      boolean backslash = name.hasBackslash();
      if (!isDecided && (backslash || name.text().indexOf('/') >= 0)) {
        // Only an archive that begins with a backslash is looked through before.
        areBackslashes = name.text().indexOf('/') < 0 && !look.findsSlash();
        isDecided = true;
      }
      if (!backslash) {
        return name;
      }
      (areBackslashes ? backslashed : mixed).add(archive);
      return areBackslashes ? name.withSlashes() : name;
    }
  }

  /**
   * Begins an archive.
   *
   * @param look is called once, and only if the first name with a separator has a backslash
   */
  Names of(String archive, Look look) {
    return new Names(archive, look);
  }

  /** Says what was taken for what. */
  void say() {
    if (!backslashed.isEmpty()) {
      Notes.say(
          first(backslashed)
              + " has names with backslashes and none with a slash: backslashes are taken for"
              + " slashes between folders");
    }
    if (!mixed.isEmpty()) {
      Notes.say(
          first(mixed)
              + " has names with backslashes and names with slashes: backslashes are taken for"
              + " characters of names");
    }
  }

  private static String first(Set<String> archives) {
    int more = archives.size() - 1;
    return Printable.of(archives.iterator().next())
        + (more == 0
            ? ""
            : String.format(
                Locale.ROOT, " (and so %,d more archive%s)", more, more == 1 ? "" : "s"));
  }
}
