// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import java.io.IOException;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * Local files whose reads give fewer bytes than requested, as file systems may, and whose calls
 * fail when a test wants it. All instances of a process do so together.
 */
public final class UnreliableFileSystem extends RawLocalFileSystem {
  /** The same under checksums: their files are unreliable too. */
  public static final class Checked extends LocalFileSystem {
    /** Made by Hadoop. */
    public Checked() {
      super(new UnreliableFileSystem());
    }
  }

  /** The error of a call that failed as requested. */
  public static final class Fault extends IOException {
    private static final long serialVersionUID = 1L;

    Fault(String call) {
      super("this " + call + " fails, as the test wants it");
    }
  }

  private static final long NEVER = Long.MAX_VALUE;

  private static SplittableRandom shortReads; // null: reads are not short
  private static long calls;
  private static long failing = NEVER; // the call that fails
  private static boolean lasting; // whether those after it fail too
  private static int faults;

  /** Makes {@code conf} use these files, with checksums or without. */
  public static void use(Configuration conf, boolean checksums) {
    conf.setClass(
        "fs.file.impl", checksums ? Checked.class : UnreliableFileSystem.class, FileSystem.class);
    conf.setBoolean("fs.file.impl.disable.cache", true);
  }

  /** Reads all that is requested, never fails, and counts calls anew. */
  public static synchronized void reset() {
    shortReads = null;
    calls = 0;
    failing = NEVER;
    faults = 0;
  }

  /** From now on reads give 1 byte up to what is requested, as {@code random} decides. */
  public static synchronized void readShort(SplittableRandom random) {
    shortReads = random;
  }

  /** Makes the call fail that comes after {@code more} others, or all calls from it on. */
  public static synchronized void failAfter(long more, boolean lasting) {
    failing = calls + more;
    UnreliableFileSystem.lasting = lasting;
  }

  /** Returns how many calls there have been: opens, seeks, reads and closes. */
  public static synchronized long calls() {
    return calls;
  }

  /** Returns how many of them failed. */
  public static synchronized int faults() {
    return faults;
  }

  private static synchronized void call(String what) throws Fault {
    long number = calls++;
    if (number == failing || number > failing && lasting) {
      faults++;
      throw new Fault(what);
    }
  }

  private static synchronized int granted(int asked) {
    return shortReads == null || asked < 2 ? asked : 1 + shortReads.nextInt(asked);
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    call("open");
    return new FSDataInputStream(new Stream(super.open(path, bufferSize)));
  }

  private static final class Stream extends FSInputStream {
    private final FSDataInputStream in;

    Stream(FSDataInputStream in) {
      this.in = in;
    }

    @Override
    public int read() throws IOException {
      call("read");
      return in.read();
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      call("read");
      return in.read(buffer, offset, granted(length));
    }

    @Override
    public int read(long position, byte[] buffer, int offset, int length) throws IOException {
      call("positioned read");
      return in.read(position, buffer, offset, granted(length));
    }

    @Override
    public void seek(long position) throws IOException {
      call("seek");
      in.seek(position);
    }

    @Override
    public long getPos() throws IOException {
      return in.getPos();
    }

    @Override
    public boolean seekToNewSource(long target) {
      return false;
    }

    @Override
    public void close() throws IOException {
      in.close(); // in any case: nothing is left open
      call("close");
    }
  }
}
