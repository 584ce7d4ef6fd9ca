// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.jobs.run.output.OutputClaim;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/** The local file system under the scheme "full", where shards can be made but not filled. */
public final class FullDisk extends RawLocalFileSystem {
  static final String MESSAGE = "no space left, says the test";

  @Override
  public URI getUri() {
    return URI.create("full:///");
  }

  @Override
  public String getScheme() {
    return "full";
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    return isClaim(path)
        ? super.create(path, permission, overwrite, bufferSize, replication, blockSize, progress)
        : full(path);
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    return isClaim(path)
        ? super.create(path, overwrite, bufferSize, replication, blockSize, progress)
        : full(path);
  }

  /** The claim of the output comes first, and would have the same error. */
  private static boolean isClaim(Path path) {
    return path.getName().contains(OutputClaim.SUFFIX);
  }

  private FSDataOutputStream full(Path path) throws IOException {
    mkdirs(path.getParent());
    return new FSDataOutputStream(
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException(MESSAGE);
          }
        },
        null);
  }
}
