// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.manifest;

import dev.recordio.fs.input.LocalNames;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/** The names of a folder's entries, and nothing else about them: the fastest listing there is. */
final class FolderNames {
  private FolderNames() {}

  /**
   * Returns the names, in no order.
   *
   * @throws FileNotFoundException when there is no such folder
   */
  static List<String> list(FileSystem fs, Path folder) throws IOException {
    if (LocalNames.isLocal(fs)) {
      try {
        return LocalNames.list(folder);
      } catch (NoSuchFileException | NotDirectoryException e) {
        throw (IOException) new FileNotFoundException("no folder " + folder).initCause(e);
      }
    }
    var names = new ArrayList<String>();
    RemoteIterator<FileStatus> entries = fs.listStatusIterator(folder);
    while (entries.hasNext()) {
      names.add(entries.next().getPath().getName());
    }
    return names;
  }
}
