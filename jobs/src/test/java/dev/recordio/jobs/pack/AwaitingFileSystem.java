// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * Local files under the scheme "awaiting": where {@link #BEGUN} names a folder, whoever opens the
 * file {@code dogs/11.jpg} leaves a sign there, and waits for ever.
 */
public final class AwaitingFileSystem extends RawLocalFileSystem {
  /** The key of the folder. */
  static final String BEGUN = "test.awaiting.begun";

  @Override
  public URI getUri() {
    return URI.create("awaiting:///");
  }

  @Override
  public String getScheme() {
    return "awaiting";
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    String begun = getConf().get(BEGUN);
    if (begun != null && path.toString().endsWith("dogs/11.jpg")) {
      Files.createFile(java.nio.file.Path.of(begun, "opened"));
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        throw new InterruptedIOException();
      }
    }
    return super.open(path, bufferSize);
  }
}
