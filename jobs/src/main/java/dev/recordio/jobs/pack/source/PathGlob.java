// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.conf.InvalidSettingException;
import java.util.regex.Pattern;

/**
 * A glob over whole relative paths: {@code *} and {@code ?} stop at a slash, {@code **} does not,
 * and {@code **}{@code /} also matches no folder at all; {@code [a-c]}, {@code [!a]}, {@code
 * {jpg,png}}, and a backslash before a character that is meant literally. A trailing slash means
 * all that is below.
 *
 * <p>Hadoop's globs and the JDK's are for paths of their own file systems: the first let {@code *}
 * cross slashes, the second need names that the process's locale can encode.
 */
final class PathGlob {
  private static final String FOLDERS = "**/";
  private static final String ALL_BELOW = "/**";
  private static final String SYNTAX = "\\.^$|+()[]{}*?-&~";

  private final String glob;
  private final Pattern whole;
  private final Pattern folder; // all below which matches too; null when there is none

  /**
   * Reads a glob.
   *
   * @throws InvalidSettingException when a bracket, a brace or a backslash is not followed by what
   *     it needs
   */
  PathGlob(String text) {
    glob = text.endsWith("/") ? text + "**" : text;
    whole = compile(glob);
    folder =
        glob.endsWith(ALL_BELOW)
            ? compile(glob.substring(0, glob.length() - ALL_BELOW.length()))
            : null;
  }

  boolean matches(String path) {
    return whole.matcher(path).matches();
  }

  /** Whether all paths below a folder match. */
  boolean matchesAllBelow(String path) {
    return folder != null && folder.matcher(path).matches();
  }

  private Pattern compile(String text) {
    var regex = new StringBuilder();
    int braces = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '*' -> {
          boolean starts = i == 0 || text.charAt(i - 1) == '/';
          if (starts && text.startsWith(FOLDERS, i)) {
            regex.append("(?:.*/)?");
            i += 2;
          } else if (text.startsWith("**", i)) {
            regex.append(".*");
            i++;
          } else {
            regex.append("[^/]*");
          }
        }
        case '?' -> regex.append("[^/]");
        case '[' -> i = set(text, i, regex);
        case '{' -> {
          regex.append("(?:");
          braces++;
        }
        case '}' -> {
          if (--braces < 0) {
            throw invalid("a } without a {");
          }
          regex.append(')');
        }
        case ',' -> regex.append(braces > 0 ? "|" : ",");
        case '\\' -> {
          if (++i == text.length()) {
            throw invalid("nothing after the backslash");
          }
          literal(text.charAt(i), regex);
        }
        default -> literal(c, regex);
      }
    }
    if (braces > 0) {
      throw invalid("a { without a }");
    }
    return Pattern.compile(regex.toString(), Pattern.DOTALL);
  }

  /** Appends a set of characters that has no slash; returns the index of its end. */
  private int set(String text, int open, StringBuilder regex) {
    int at = open + 1;
    boolean not = at < text.length() && (text.charAt(at) == '!' || text.charAt(at) == '^');
    at += not ? 1 : 0;
    int close = text.indexOf(']', at + 1); // a ] that comes first is one of the characters
    if (close < 0) {
      throw invalid("a [ without a ]");
    }
    regex.append("(?!/)[").append(not ? "^" : "");
    for (; at < close; at++) {
      char c = text.charAt(at);
      boolean range = at + 2 < close && text.charAt(at + 1) == '-';
      if (range && text.charAt(at + 2) < c) {
        throw invalid("a range from " + c + " to " + text.charAt(at + 2));
      }
      literal(c, regex);
      if (range) {
        regex.append('-');
        literal(text.charAt(at + 2), regex);
        at += 2;
      }
    }
    regex.append(']');
    return close;
  }

  private static void literal(char c, StringBuilder regex) {
    if (SYNTAX.indexOf(c) >= 0) {
      regex.append('\\');
    }
    regex.append(c);
  }

  private InvalidSettingException invalid(String found) {
    return new InvalidSettingException("the glob '" + glob + "' has " + found);
  }

  @Override
  public String toString() {
    return glob;
  }
}
