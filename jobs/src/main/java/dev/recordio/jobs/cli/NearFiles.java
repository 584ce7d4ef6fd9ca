// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import dev.recordio.conf.Suggestion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/** Finds what a user may have meant by the name of a file that does not exist. */
final class NearFiles {
  /** A folder with more is not searched to its end. */
  private static final int MAX_NAMES = 10_000;

  /** What says that a file or folder is missing: only then is there another one to propose. */
  private static final Pattern MISSING =
      Pattern.compile(
          "(?:no such (?:file or folder|file|set)(?:, nor [^:]*)?: '?(.+?)(?:'|; .*| \\(.*|$))"
              + "|can't read (.+): no such file\\b.*"
              + "|(\\S.*) is no record store: .*");

  private NearFiles() {}

  /**
   * Returns the files near a missing one.
   *
   * @param conf of the command; null before it has one
   * @param message of the failure, which names the missing file if one is
   * @param args the command line after the command's name
   * @return as the user would write them; null when there are none
   */
  static String suggest(Configuration conf, String message, List<String> args) {
    Matcher missing = MISSING.matcher(message);
    if (conf == null || !missing.matches()) {
      return null;
    }
    try {
      var path =
          new Path(
              Stream.of(1, 2, 3).map(missing::group).filter(Objects::nonNull).findFirst().get());
      FileSystem fs = path.getFileSystem(conf);
      return suggest(fs, fs.makeQualified(path), args);
    } catch (IOException | RuntimeException e) {
      return null; // a hint is not worth an error of its own
    }
  }

  private static String suggest(FileSystem fs, Path missing, List<String> args) throws IOException {
    Path first = missing; // of those on the way to it that are missing
    while (first.getParent() != null && !fs.exists(first.getParent())) {
      first = first.getParent();
    }
    if (first.getParent() == null || fs.exists(first)) {
      return null;
    }
    List<String> near = Suggestion.nearest(first.getName(), names(fs, first.getParent()));
    String typed = typed(fs, first, args);
    String folder = typed.substring(0, typed.lastIndexOf('/') + 1);
    return near.isEmpty()
        ? null
        : String.join(" or ", near.stream().map(name -> folder + name).toList());
  }

  /** Returns a path as it is in the command line; its full name if it is not there. */
  static String typed(FileSystem fs, Path path, List<String> args) {
    for (String arg : args) {
      for (String word : arg.split("[;,|=\\s]+")) {
        for (String text = word; !text.isEmpty(); text = folder(text)) {
          if (fs.makeQualified(new Path(text)).equals(path)) {
            return text;
          }
        }
      }
    }
    return path.toString();
  }

  private static String folder(String path) {
    return path.substring(0, Math.max(0, path.lastIndexOf('/')));
  }

  private static List<String> names(FileSystem fs, Path folder) throws IOException {
    var names = new ArrayList<String>();
    RemoteIterator<FileStatus> files = fs.listStatusIterator(folder);
    while (files.hasNext() && names.size() < MAX_NAMES) {
      names.add(files.next().getPath().getName());
    }
    return names;
  }
}
