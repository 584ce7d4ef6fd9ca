// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.data;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** Local files where each read takes as long as from a store far away. */
public final class SlowFiles extends RawLocalFileSystem {
  /** How long each read takes in addition, in ns. */
  public static final long READ_NANOS = 5_000_000;

  private static final String SCHEME = "slow";

  /** Registers the file system in a configuration, and returns a local file as one of its files. */
  public static Path of(Configuration conf, Path local) {
    conf.setClass("fs." + SCHEME + ".impl", SlowFiles.class, FileSystem.class);
    return new Path(SCHEME, "", local.toUri().getPath());
  }

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  public URI getUri() {
    return URI.create(SCHEME + ":///");
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    return new FSDataInputStream(new Slow(super.open(path, bufferSize)));
  }

  private static final class Slow extends FSInputStream {
    private final FSDataInputStream in;

    Slow(FSDataInputStream in) {
      this.in = in;
    }

    private static void pass() {
      long end = System.nanoTime() + READ_NANOS;
      for (long left = READ_NANOS; left > 0; left = end - System.nanoTime()) {
        LockSupport.parkNanos(left);
        if (Thread.currentThread().isInterrupted()) {
          return;
        }
      }
    }

    @Override
    public int read() throws IOException {
      pass();
      return in.read();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      pass();
      return in.read(bytes, offset, length);
    }

    @Override
    public int read(long position, byte[] bytes, int offset, int length) throws IOException {
      pass();
      return in.read(position, bytes, offset, length);
    }

    @Override
    public void seek(long position) throws IOException {
      in.seek(position);
    }

    @Override
    public long getPos() throws IOException {
      return in.getPos();
    }

    @Override
    public boolean seekToNewSource(long position) throws IOException {
      return in.seekToNewSource(position);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
