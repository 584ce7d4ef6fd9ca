// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** The local file system under the scheme "faulty", where one read fails, once. */
public final class FaultyReads extends RawLocalFileSystem {
  public static final String MESSAGE = "this read fails, says the test";

  private static final AtomicInteger READS = new AtomicInteger(); // by several threads
  private static final AtomicInteger OPEN = new AtomicInteger();
  private static volatile int faulty;
  private static volatile String whole; // the name of a file all of whose reads fail

  /** Starts to count reads; read number {@code read}, from 0, will fail. */
  public static void failAt(int read) {
    READS.set(0);
    faulty = read;
  }

  /** Makes all reads of files with a name fail; null for none. */
  public static void failWhole(String name) {
    whole = name;
  }

  /** Returns how many reads there were. */
  public static int reads() {
    return READS.get();
  }

  /** Returns how many streams are open. */
  public static int left() {
    return OPEN.get();
  }

  @Override
  public URI getUri() {
    return URI.create("faulty:///");
  }

  @Override
  public String getScheme() {
    return "faulty";
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    if (path.getName().equals(whole)) {
      throw new IOException(MESSAGE);
    }
    OPEN.incrementAndGet();
    return new FSDataInputStream(new Stream(super.open(path, bufferSize)));
  }

  private static final class Stream extends FSInputStream {
    private final FSDataInputStream in;
    private boolean closed;

    Stream(FSDataInputStream in) {
      this.in = in;
    }

    private static void count() throws IOException {
      if (READS.getAndIncrement() == faulty) {
        throw new IOException(MESSAGE);
      }
    }

    @Override
    public int read() throws IOException {
      count();
      return in.read();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      count();
      return in.read(bytes, offset, length);
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
    public boolean seekToNewSource(long position) {
      return false;
    }

    @Override
    public void close() throws IOException {
      if (!closed) {
        closed = true;
        OPEN.decrementAndGet();
      }
      in.close();
    }
  }
}
