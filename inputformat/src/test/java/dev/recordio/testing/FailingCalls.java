// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.Syncable;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * Local files under the scheme {@code failing}, with the conditional upload of an object store. One
 * call fails, or all from one on: before it has any effect, or after it, when only the answer is
 * lost. A quota may fill the disk. All instances of a process share that.
 */
public final class FailingCalls extends RawLocalFileSystem {
  /** How calls fail. */
  public enum Mode {
    /** The call does nothing. */
    BEFORE,
    /** The call does what it should, and its answer is lost. */
    AFTER,
    /** The answer of this call is lost; the next one does nothing. */
    AFTER_AND_NEXT,
    /** This call and all later ones do nothing. */
    BEFORE_AND_ALL_LATER,
    /** The answer of this call is lost; all later ones do nothing. */
    AFTER_AND_ALL_LATER
  }

  private static final String CONDITIONAL = "fs.option.create.conditional.overwrite";
  private static final long NEVER = Long.MAX_VALUE;

  private static long calls;
  private static long failing = NEVER;
  private static Mode mode = Mode.BEFORE;
  private static String failed;
  private static long room = Long.MAX_VALUE;

  /** A call. */
  private interface Call<T> {
    T run() throws IOException;
  }

  /** Makes {@code conf} know the scheme, and the files of a local folder by it. */
  public static Path use(Configuration conf, java.nio.file.Path folder) {
    conf.setClass("fs.failing.impl", FailingCalls.class, FileSystem.class);
    conf.setBoolean("fs.failing.impl.disable.cache", true);
    conf.setInt("recordio.gather.threads", 1); // calls come in the same order each time
    return new Path("failing", "", folder.toString());
  }

  /** Counts calls anew; none fails. */
  public static synchronized void none() {
    calls = 0;
    failing = NEVER;
    failed = null;
    room = Long.MAX_VALUE;
  }

  /** Counts calls anew; that of a number, from 0, fails. */
  public static synchronized void fail(Mode how, long call) {
    none();
    mode = how;
    failing = call;
  }

  /** After so many more bytes the disk is full. */
  public static synchronized void fill(long bytes) {
    none();
    room = bytes;
  }

  /** Returns how many calls there have been. */
  public static synchronized long calls() {
    return calls;
  }

  /** Returns which call failed first; null when none did. */
  public static synchronized String failed() {
    return failed;
  }

  private static synchronized Mode next(String what) {
    long call = calls++;
    boolean later = mode == Mode.BEFORE_AND_ALL_LATER || mode == Mode.AFTER_AND_ALL_LATER;
    if (call == failing) {
      failed = what;
      return mode;
    }
    boolean next = mode == Mode.AFTER_AND_NEXT && call == failing + 1;
    return next || call > failing && later ? Mode.BEFORE : null;
  }

  private static <T> T call(String what, Call<T> call) throws IOException {
    Mode how = next(what);
    if (how == Mode.BEFORE || how == Mode.BEFORE_AND_ALL_LATER) {
      throw new IOException(what + " fails, as the test wants it");
    }
    T result = call.run();
    if (how != null) {
      if (result instanceof AutoCloseable stream) {
        close(stream);
      }
      throw new IOException("no answer to " + what + ", as the test wants it");
    }
    return result;
  }

  private static void close(AutoCloseable stream) throws IOException {
    try {
      stream.close();
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  private static synchronized void take(int bytes) throws IOException {
    if (bytes > room) {
      room = 0;
      failed = "write";
      throw new IOException("No space left on device, as the test wants it");
    }
    room -= bytes;
  }

  @Override
  public URI getUri() {
    return URI.create("failing:///");
  }

  @Override
  public String getScheme() {
    return "failing";
  }

  @Override
  public boolean hasPathCapability(Path path, String capability) throws IOException {
    return capability.equals(CONDITIONAL) || super.hasPathCapability(path, capability);
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    return call("open", () -> super.open(path, bufferSize));
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
    return call(
        "create",
        () -> stream(super.create(path, overwrite, bufferSize, replication, blockSize, progress)));
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
    return create(path, overwrite, bufferSize, replication, blockSize, progress);
  }

  @Override
  public FSDataOutputStreamBuilder createFile(Path path) {
    return new Upload(this, path);
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    return call("rename", () -> super.rename(from, to));
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    return call("delete", () -> super.delete(path, recursive));
  }

  @Override
  public boolean mkdirs(Path path) throws IOException {
    return call("mkdirs", () -> super.mkdirs(path));
  }

  /** Object stores have no permissions; and Hadoop starts a process to set those of a file. */
  @Override
  public void setPermission(Path path, FsPermission permission) {}

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    return call("list", () -> super.listStatus(path));
  }

  private static FSDataOutputStream stream(OutputStream out) throws IOException {
    return new FSDataOutputStream(new Written(out), null);
  }

  private static final class Written extends FilterOutputStream
      implements Syncable, StreamCapabilities {
    private boolean closed;

    Written(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      take(length);
      call(
          "write",
          () -> {
            out.write(bytes, from, length);
            return null;
          });
    }

    @Override
    public boolean hasCapability(String capability) {
      return capability.equals(HSYNC);
    }

    @Override
    public void hflush() throws IOException {
      hsync();
    }

    @Override
    public void hsync() throws IOException {
      call(
          "hsync",
          () -> {
            out.flush();
            return null;
          });
    }

    @Override
    public void close() throws IOException {
      if (!closed) {
        closed = true;
        try {
          call("close", () -> null);
        } finally {
          out.close();
        }
      }
    }
  }

  /** Collects the bytes of an upload, which takes place when it is closed. */
  private static final class Upload extends FSDataOutputStreamBuilder<FSDataOutputStream, Upload> {
    private final FailingCalls files;
    private final Path path;

    Upload(FailingCalls files, Path path) {
      super(files, path);
      this.files = files;
      this.path = path;
    }

    @Override
    public Upload getThisBuilder() {
      return this;
    }

    @Override
    public FSDataOutputStream build() throws IOException {
      rejectUnknownMandatoryKeys(Set.of(CONDITIONAL), "an upload");
      var bytes = new java.io.ByteArrayOutputStream();
      return new FSDataOutputStream(new Put(bytes, files.pathToFile(path).toPath()), null);
    }
  }

  private static final class Put extends FilterOutputStream
      implements org.apache.hadoop.fs.Abortable, StreamCapabilities {
    private final java.io.ByteArrayOutputStream bytes;
    private final java.nio.file.Path place;
    private boolean closed;

    Put(java.io.ByteArrayOutputStream bytes, java.nio.file.Path place) {
      super(bytes);
      this.bytes = bytes;
      this.place = place;
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
      take(length);
      call(
          "write of an upload",
          () -> {
            bytes.write(from, offset, length);
            return null;
          });
    }

    @Override
    public boolean hasCapability(String capability) {
      return capability.equals(ABORTABLE_STREAM);
    }

    @Override
    public AbortableResult abort() {
      closed = true;
      return null;
    }

    @Override
    public void close() throws IOException {
      if (!closed) {
        closed = true;
        call(
            "PUT",
            () -> {
              put();
              return null;
            });
      }
    }

    /** In one step, and only if there is none: as the object store does it. */
    private void put() throws IOException {
      Files.createDirectories(place.getParent());
      java.nio.file.Path hidden = Files.createTempFile(place.getParent().getParent(), "put", "");
      try {
        Files.write(hidden, bytes.toByteArray());
        Files.createLink(place, hidden);
      } catch (FileAlreadyExistsException e) {
        throw new IOException("412: " + place + " exists", e);
      } finally {
        Files.delete(hidden);
      }
    }
  }
}
