// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import dev.recordio.fs.input.FilePaths;
import dev.recordio.fs.input.LocalNames;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A file that is written beside its place, under a hidden name, and takes its place in one step,
 * replacing any file there. Without {@link #commit} nothing is left of it.
 */
public final class FileReplacement implements Closeable {
  private final Configuration conf;
  private final FileSystem fs;
  private final Path file;
  private final Path temporary;
  private final OutputStream out;
  private boolean committed;

  /**
   * Creates the temporary file, in the folder of {@code file}.
   *
   * @param tag ends its name; no two writers may use the same
   */
  public FileReplacement(Configuration conf, Path file, String tag) throws IOException {
    this(conf, file.getFileSystem(conf), file, tag);
  }

  /** Creates the temporary file of a file on {@code fs}. */
  public FileReplacement(Configuration conf, FileSystem fs, Path file, String tag)
      throws IOException {
    this.conf = conf;
    this.fs = fs;
    this.file = fs.makeQualified(file);
    temporary = FilePaths.beside(this.file, "." + file.getName() + "." + tag);
    out = Files.overwrite(fs, temporary);
  }

  /** Removes what writers that were killed have left in {@code folder}. */
  public static void removeLeft(Configuration conf, Path folder, String partOfTag)
      throws IOException {
    FileSystem fs = folder.getFileSystem(conf);
    if (LocalNames.isLocal(fs)) {
      // A status of each file would cost more than its index.
      for (String name : LocalNames.list(folder)) {
        if (isLeft(name, partOfTag)) {
          fs.delete(FilePaths.in(folder, name), false);
        }
      }
      return;
    }
    for (FileStatus entry : fs.listStatus(folder, path -> isLeft(path.getName(), partOfTag))) {
      fs.delete(entry.getPath(), false);
    }
  }

  private static boolean isLeft(String name, String partOfTag) {
    return name.startsWith(".") && name.contains(partOfTag);
  }

  /** Returns where to write; to be closed before {@link #commit}. */
  public OutputStream out() {
    return out;
  }

  /** Puts the file in its place. */
  public void commit() throws IOException {
    Files.replace(conf, fs, temporary, file);
    committed = true;
  }

  @Override
  public void close() throws IOException {
    try {
      out.close();
    } finally {
      if (!committed) {
        fs.delete(temporary, false);
      }
    }
  }
}
