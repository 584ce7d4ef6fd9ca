// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import dev.recordio.conf.Suggestion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/** Finds what a user may have meant by the name of a file that does not exist. */
final class NearFiles {
  /** A folder with more is not searched to its end. */
  private static final int MAX_NAMES = 10_000;

  private NearFiles() {}

  /**
   * Returns the files near a missing one that the command line names.
   *
   * @param conf of the command; null before it has one
   * @param message of the failure: the missing file's name is in it
   * @param args the command line after the command's name
   * @return as the user would write them; null when there are none
   */
  static String suggest(Configuration conf, String message, List<String> args) {
    if (conf == null) {
      return null;
    }
    for (String arg : args) {
      for (String word : arg.split("[;,|=\\s]+")) {
        int begin = word.lastIndexOf('/') + 1;
        String name = word.substring(begin);
        if (name.length() < 2 || word.startsWith("-") || !message.contains(name)) {
          continue;
        }
        List<String> near = Suggestion.nearest(name, siblings(conf, word));
        if (!near.isEmpty()) {
          String folder = word.substring(0, begin);
          return String.join(" or ", near.stream().map(one -> folder + one).toList());
        }
      }
    }
    return null;
  }

  /** Returns the names beside a missing file; none if it exists, or they can't be listed. */
  private static List<String> siblings(Configuration conf, String word) {
    var names = new ArrayList<String>();
    try {
      Path file = new Path(word);
      FileSystem fs = file.getFileSystem(conf);
      if (fs.exists(file)) {
        return List.of();
      }
      RemoteIterator<FileStatus> files = fs.listStatusIterator(fs.makeQualified(file).getParent());
      while (files.hasNext() && names.size() < MAX_NAMES) {
        names.add(files.next().getPath().getName());
      }
    } catch (IOException | RuntimeException e) {
      return List.of(); // a hint is not worth an error of its own
    }
    return names;
  }
}
