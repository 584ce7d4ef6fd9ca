// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Publishes by {@code FileSystem.create} without overwriting, where no better way is known: it
 * refuses a file that is there, but of two writers at the same moment both may win.
 */
record PlainCreate(FileSystem fs) implements Publisher {
  @Override
  public boolean publish(Path file, byte[] bytes) throws IOException {
    FSDataOutputStream out;
    try {
      out = Files.create(fs, file);
    } catch (FileAlreadyExistsException e) {
      return false;
    }
    try {
      Files.write(out, bytes);
      out.close();
    } catch (IOException | RuntimeException e) {
      fs.delete(file, false); // it is this writer's, and not whole
      throw e;
    }
    return true;
  }
}
