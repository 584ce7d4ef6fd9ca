// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.jobs.run.split.ListedSplit;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;

/** Input files whose parts were read by several tasks, which must all have read the same file. */
public final class ListedFiles {
  private ListedFiles() {}

  /**
   * Checks that files have not changed since they were listed, by one request for each folder where
   * that may be listed.
   *
   * @throws MalformedRecordException when one has another length or time
   * @throws FileNotFoundException when one is gone
   */
  public static void requireUnchanged(Configuration conf, List<FileStatus> files)
      throws IOException {
    Map<Path, List<FileStatus>> folders = new LinkedHashMap<>();
    for (FileStatus file : files) {
      folders.computeIfAbsent(file.getPath().getParent(), key -> new ArrayList<>()).add(file);
    }
    for (Map.Entry<Path, List<FileStatus>> folder : folders.entrySet()) {
      FileSystem fs = folder.getKey().getFileSystem(conf);
      Map<String, FileStatus> now =
          folder.getValue().size() > 1 ? list(fs, folder.getKey()) : Map.of();
      for (FileStatus file : folder.getValue()) {
        FileStatus found = now.get(file.getPath().getName());
        ListedSplit.requireUnchanged(
            found == null || found.isSymlink() ? fs.getFileStatus(file.getPath()) : found,
            file.getLen(),
            file.getModificationTime());
      }
    }
  }

  /** Returns the files by name; none where only single files may be read. */
  private static Map<String, FileStatus> list(FileSystem fs, Path folder) throws IOException {
    var files = new HashMap<String, FileStatus>();
    try {
      for (FileStatus file : fs.listStatus(folder)) {
        files.put(file.getPath().getName(), file);
      }
    } catch (AccessControlException | AccessDeniedException e) {
      return Map.of();
    }
    return files;
  }
}
