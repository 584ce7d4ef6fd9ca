// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * The local file system under the scheme "stuck", where a task that creates a shard marks this with
 * a file, and then blocks until it is interrupted.
 */
public final class StuckFileSystem extends RawLocalFileSystem {
  /** The key of a local folder for the marker files, one for each shard that was begun. */
  public static final String BEGUN = "test.stuck.begun";

  @Override
  public URI getUri() {
    return URI.create("stuck:///");
  }

  @Override
  public String getScheme() {
    return "stuck";
  }

  @Override
  protected OutputStream createOutputStreamWithMode(
      Path path, boolean append, FsPermission permission) throws IOException {
    OutputStream out = super.createOutputStreamWithMode(path, append, permission);
    if (path.getName().matches(".*\\.(rec|npz)")) {
      Files.createTempFile(java.nio.file.Path.of(getConf().get(BEGUN)), "part", null);
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        out.close();
        throw new InterruptedIOException("interrupted, says the test");
      }
    }
    return out;
  }
}
