// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Publishes by an upload that the object store refuses if the object exists ({@code If-None-Match:
 * *}). Where it exists, S3A fails with an exception of its own (status 412), and not at once: as
 * any other failure it leaves to the caller to look.
 *
 * @param fs has the path capability {@link Files#CONDITIONAL_CREATE}
 */
record ConditionalCreate(FileSystem fs) implements Publisher {
  @Override
  public boolean publish(Path file, byte[] bytes) throws IOException {
    FSDataOutputStream out;
    try {
      out = Files.createConditionally(fs, file);
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (IllegalArgumentException e) {
      throw new IOException(fs.getUri() + " does not create files conditionally", e);
    }
    // A close after a failed write would upload what was written so far.
    Files.write(out, bytes);
    out.close();
    return true;
  }
}
