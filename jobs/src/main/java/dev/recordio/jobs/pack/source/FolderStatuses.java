// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.fs.input.LocalNames;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * Lengths and times of the files that a list names. A folder of a remote file system that many
 * lines share is listed once, instead of a request for each of its files. Whatever a listing does
 * not have is requested, so that errors come from the file system. Used by several threads.
 */
final class FolderStatuses {
  /** How many files of a folder are requested one by one before it is listed. */
  private static final int FEW = 32;

  /** A listing with more entries for each requested file would cost more than the requests. */
  private static final int ENTRIES_A_REQUEST = 64;

  /** When a folder is too large to be listed, it is tried again after so many times as many. */
  private static final int LATER = 8;

  /** Some 120 bytes each. */
  private static final int MAX_HELD = 500_000;

  private static final int MAX_FOLDERS = 100_000;

  private final Configuration conf;
  private final Map<Path, Folder> folders = new ConcurrentHashMap<>();
  private final AtomicInteger held = new AtomicInteger();

  FolderStatuses(Configuration conf) {
    this.conf = conf;
  }

  /** Returns the status of a file: of its length and time at least. */
  FileStatus of(Path file) throws IOException {
    FileSystem fs = file.getFileSystem(conf);
    Listed listed = LocalNames.isLocal(fs) || file.getParent() == null ? null : listed(fs, file);
    return listed == null
        ? fs.getFileStatus(file)
        : new FileStatus(listed.length, false, 0, 0, listed.modified, file);
  }

  private Listed listed(FileSystem fs, Path file) {
    if (held.get() > MAX_HELD || folders.size() > MAX_FOLDERS) {
      folders.clear(); // a list in the order of folders is done with them
      held.set(0);
    }
    return folders.computeIfAbsent(file.getParent(), Folder::new).find(fs, file.getName());
  }

  private record Listed(long length, long modified) {}

  private final class Folder {
    private final Path path;
    private int requested;
    private int next = FEW;
    private Map<String, Listed> files; // null until it is listed

    Folder(Path path) {
      this.path = path;
    }

    /** Returns what a listing says of a file, if there is one; others wait while it is made. */
    synchronized Listed find(FileSystem fs, String name) {
      if (files == null && ++requested == next) {
        next *= LATER;
        try {
          files = list(fs, requested * ENTRIES_A_REQUEST);
        } catch (IOException e) {
          files = null; // the request for the file says what is wrong
        }
      }
      return files == null ? null : files.get(name);
    }

    /** Returns the files of the folder; null when it has too many entries. */
    private Map<String, Listed> list(FileSystem fs, int maxEntries) throws IOException {
      var found = new HashMap<String, Listed>();
      int entries = 0;
      RemoteIterator<FileStatus> all = fs.listStatusIterator(path);
      while (all.hasNext()) {
        FileStatus entry = all.next();
        if (++entries > maxEntries) {
          return null;
        }
        if (entry.isFile()) {
          var listed = new Listed(entry.getLen(), entry.getModificationTime());
          found.put(entry.getPath().getName(), listed);
        }
      }
      held.addAndGet(found.size());
      return found;
    }
  }
}
