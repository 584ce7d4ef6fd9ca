// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.testing.ListedFileSystem;
import java.io.FileNotFoundException;
import java.net.URI;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * A file system that holds {@code many:///F/N}: F folders of N images each, none of which exists
 * before it is listed. Nothing can be read or written.
 */
public final class ManyFiles extends ListedFileSystem {
  @Override
  public String getScheme() {
    return "many";
  }

  @Override
  public URI getUri() {
    return URI.create("many:///");
  }

  @Override
  public FileStatus getFileStatus(Path path) {
    return status(path, !path.getName().endsWith(".jpg"), 1000);
  }

  private static FileStatus status(Path path, boolean folder, long length) {
    return new FileStatus(folder ? 0 : length, folder, 1, 1 << 27, 0, path);
  }

  @Override
  public RemoteIterator<FileStatus> listStatusIterator(Path path) throws FileNotFoundException {
    String[] words = path.toUri().getPath().split("/");
    boolean root = words.length == 3;
    int count = Integer.parseInt(words[root ? 1 : 2]);
    return new RemoteIterator<>() {
      private int next;

      @Override
      public boolean hasNext() {
        return next < count;
      }

      @Override
      public FileStatus next() {
        String number = String.format("%08d", next++);
        String name = root ? "class" + number : "image_" + number + ".jpg";
        return status(new Path(path, name), root, 1000 + next % 7);
      }
    };
  }

  @Override
  public FileStatus[] listStatus(Path path) {
    throw new UnsupportedOperationException("all at once: one object a file");
  }

  @Override
  public Path getWorkingDirectory() {
    return new Path("many:///");
  }
}
