// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import dev.recordio.fs.input.InputListing;
import dev.recordio.image.ImageExtensions;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/** What to do about an input that has folders in it: images, most likely, are not packed yet. */
final class FolderHint {
  private FolderHint() {}

  /**
   * Rewords the error of the listing.
   *
   * @param conf of the command; null before it has one
   * @param message of the failure
   * @param args the command line after the command's name
   * @return the message itself when it is another one
   */
  static String of(Configuration conf, String message, List<String> args) {
    if (conf == null || !message.startsWith(InputListing.FOLDER)) {
      return message;
    }
    try {
      var nested =
          new Path(message.substring(InputListing.FOLDER.length()).replaceFirst("; set .*", ""));
      FileSystem fs = nested.getFileSystem(conf);
      String input = NearFiles.typed(fs, nested.getParent(), args);
      return hasImage(fs, nested)
          ? input
              + " has images in folders, and no files of records or rows; recordio pack "
              + input
              + " OUTPUT makes records of them"
          : input
              + " has a folder in it, "
              + nested.getName()
              + "; -D "
              + InputListing.RECURSIVE
              + "=true reads what is in folders, -D "
              + InputListing.IGNORE_SUBDIRS
              + "=true skips them";
    } catch (IOException | RuntimeException e) {
      return message; // a hint is not worth an error of its own
    }
  }

  /** Whether the first file of a folder is named as an image. */
  private static boolean hasImage(FileSystem fs, Path folder) throws IOException {
    RemoteIterator<FileStatus> entries = fs.listStatusIterator(folder);
    while (entries.hasNext()) {
      FileStatus entry = entries.next();
      if (entry.isFile() && !entry.getPath().getName().startsWith(".")) {
        return ImageExtensions.DEFAULT.matches(entry.getPath().getName());
      }
    }
    return false;
  }
}
