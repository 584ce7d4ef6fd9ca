// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Files that are created together: those that were created are removed again by {@link #close},
 * unless all of them are kept.
 */
public final class NewFiles implements Closeable {
  private record NewFile(FileSystem fs, Path path, OutputStream out) implements Closeable {
    @Override
    public void close() throws IOException {
      try {
        out.close();
      } finally {
        fs.delete(path, false);
      }
    }
  }

  private final FileSystem fs;
  private final Deque<NewFile> created = new ArrayDeque<>();

  public NewFiles(FileSystem fs) {
    this.fs = fs;
  }

  /**
   * Creates a file.
   *
   * @throws IOException when it exists, or can't be created
   */
  public OutputStream create(Path path) throws IOException {
    OutputStream out = Files.create(fs, path);
    created.push(new NewFile(fs, path, out));
    return out;
  }

  /** Leaves the files to the caller, who closes them. */
  public void keep() {
    created.clear();
  }

  @Override
  public void close() throws IOException {
    while (!created.isEmpty()) {
      try (NewFile last = created.pop()) {
        close(); // the others too, whatever goes wrong with this one
      }
    }
  }
}
