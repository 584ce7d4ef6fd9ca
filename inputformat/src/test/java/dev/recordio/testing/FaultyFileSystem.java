// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import dev.recordio.testing.Faults.Call;
import dev.recordio.testing.Faults.Event;
import java.io.EOFException;
import java.io.File;
import java.io.FileDescriptor;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Abortable;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.HasFileDescriptor;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.Syncable;
import org.apache.hadoop.fs.impl.OpenFileParameters;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/** Local files, or files of another file system, whose calls do what {@link Faults} say. */
public final class FaultyFileSystem extends FilterFileSystem {
  /** Key of the class of the other file system. */
  static final String TARGET = "test.faults.target";

  /** Key of whether files of the scheme "faulty" have checksums. */
  static final String CHECKED = "test.faults.checked";

  /** Key of whether files can be created conditionally, as in an object store. */
  static final String UPLOADS = "test.faults.uploads";

  private Faults faults;
  private boolean isLocal;

  /** Hadoop's local file system, whose own files and files of checksums are faulty. */
  public static final class Checked extends LocalFileSystem {
    /** Made by Hadoop. */
    public Checked() {
      super(new FaultyFileSystem());
    }

    @Override
    public File pathToFile(Path path) {
      return new File(path.toUri().getPath());
    }
  }

  /**
   * Without permissions: Hadoop starts a program to set or to find the permissions of a local file.
   */
  private static final class Local extends RawLocalFileSystem {
    private String scheme = "file"; // not yet set when the superclass asks

    @Override
    public void initialize(URI name, Configuration conf) throws IOException {
      scheme = name.getScheme();
      super.initialize(name, conf);
    }

    @Override
    public URI getUri() {
      return URI.create((scheme == null ? "file" : scheme) + ":///");
    }

    @Override
    public void setPermission(Path path, FsPermission permission) {}

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
      return withLength(super.getFileStatus(path), -1);
    }

    @Override
    public FileStatus[] listStatus(Path path) throws IOException {
      FileStatus[] entries = super.listStatus(path);
      for (int i = 0; i < entries.length; i++) {
        entries[i] = withLength(entries[i], -1);
      }
      return entries;
    }
  }

  private static FileStatus withLength(FileStatus status, long length) {
    return new FileStatus(
        length < 0 ? status.getLen() : length,
        status.isDirectory(),
        status.getReplication(),
        status.getBlockSize(),
        status.getModificationTime(),
        status.getPath());
  }

  @Override
  public void initialize(URI name, Configuration conf) throws IOException {
    faults = Faults.of(conf);
    boolean another = name.getScheme().equals(Faults.SCHEME);
    isLocal = another || name.getScheme().equals("file");
    if (!isLocal) {
      try {
        fs = (FileSystem) conf.getClassByName(conf.get(TARGET)).getConstructor().newInstance();
      } catch (ReflectiveOperationException e) {
        throw new IOException(e);
      }
    } else if (another && conf.getBoolean(CHECKED, false)) {
      fs = new LocalFileSystem(new Local());
    } else {
      fs = new Local();
    }
    fs.initialize(name, conf);
    super.initialize(name, conf);
  }

  private Event event(Call call, Path file) {
    return new Event(call, file, 0, fs, null, 0);
  }

  @Override
  public Configuration getConf() {
    return fs == null ? null : fs.getConf();
  }

  @Override
  public String getScheme() {
    return getUri().getScheme();
  }

  @Override
  public FSDataInputStream open(Path path, int buffer) throws IOException {
    return faults.call(
        event(Call.OPEN, path),
        none -> new FSDataInputStream(new Input(path, fs.open(path, buffer))));
  }

  @Override
  public FutureDataInputStreamBuilder openFile(Path path) {
    return createDataInputStreamBuilder(this, path);
  }

  @Override
  protected CompletableFuture<FSDataInputStream> openFileWithOptions(
      Path path, OpenFileParameters options) throws IOException {
    return CompletableFuture.completedFuture(open(path, options.getBufferSize()));
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      FsPermission permission,
      boolean overwrite,
      int buffer,
      short replication,
      long block,
      Progressable progress)
      throws IOException {
    return faults.call(
        event(Call.CREATE, path),
        none ->
            scripted(
                path,
                fs.create(path, permission, overwrite, buffer, replication, block, progress)));
  }

  @Override
  public FSDataOutputStreamBuilder<?, ?> createFile(Path path) {
    return getConf().getBoolean(UPLOADS, false)
        ? new ConditionalUpload(
            this, path, out -> faults.call(event(Call.CREATE, path), none -> scripted(path, out)))
        : super.createFile(path);
  }

  @Override
  public boolean hasPathCapability(Path path, String capability) throws IOException {
    return capability.equals(ConditionalUpload.OPTION) && getConf().getBoolean(UPLOADS, false)
        || super.hasPathCapability(path, capability);
  }

  private FSDataOutputStream scripted(Path path, FSDataOutputStream out) throws IOException {
    return new FSDataOutputStream(new Output(path, out), null);
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    return faults.call(event(Call.RENAME, to), none -> fs.rename(from, to));
  }

  @Override
  protected void rename(Path from, Path to, Options.Rename... options) throws IOException {
    faults.run(event(Call.RENAME, to), () -> super.rename(from, to, options));
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    return faults.call(event(Call.DELETE, path), none -> fs.delete(path, recursive));
  }

  @Override
  public boolean mkdirs(Path path, FsPermission permission) throws IOException {
    return faults.call(event(Call.MKDIRS, path), none -> fs.mkdirs(path, permission));
  }

  @Override
  public boolean mkdirs(Path path) throws IOException {
    return faults.call(event(Call.MKDIRS, path), none -> fs.mkdirs(path));
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    return faults.call(event(Call.LIST, path), none -> fs.listStatus(path));
  }

  @Override
  public RemoteIterator<FileStatus> listStatusIterator(Path path) throws IOException {
    return faults.call(event(Call.LIST, path), none -> fs.listStatusIterator(path));
  }

  @Override
  public RemoteIterator<LocatedFileStatus> listLocatedStatus(Path path) throws IOException {
    return faults.call(event(Call.LIST, path), none -> fs.listLocatedStatus(path));
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    FileStatus status = fs.getFileStatus(path);
    long length = status.getLen();
    return faults.call(
        new Event(Call.STATUS, path, length, fs, null, 0),
        got -> got == length ? status : withLength(status, got));
  }

  private final class Input extends FSInputStream implements HasFileDescriptor {
    private final Path file;
    private final FSDataInputStream in;
    private long got;
    private boolean closed;

    Input(Path file, FSDataInputStream in) {
      this.file = file;
      this.in = in;
      faults.begun();
    }

    private Event event(Call call, long bytes) {
      return new Event(call, file, bytes, fs, in, got);
    }

    private int read(int length, Faults.Step<Integer> step) throws IOException {
      int read =
          faults.call(
              event(Call.READ, length),
              granted -> faults.read(granted < 0 ? -1 : step.run(granted)));
      got += Math.max(0, read);
      return read;
    }

    @Override
    public int read() throws IOException {
      var one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
      return read(length, got -> in.read(to, offset, (int) got));
    }

    @Override
    public int read(long position, byte[] to, int offset, int length) throws IOException {
      return read(length, got -> in.read(position, to, offset, (int) got));
    }

    @Override
    public void readFully(long position, byte[] to, int offset, int length) throws IOException {
      int read =
          read(
              length,
              got -> {
                in.readFully(position, to, offset, length);
                return length;
              });
      if (read < 0) {
        throw new EOFException("injected end of the file");
      }
    }

    @Override
    public void seek(long position) throws IOException {
      faults.run(event(Call.SEEK, 0), () -> in.seek(position));
    }

    @Override
    public long getPos() throws IOException {
      return in.getPos();
    }

    @Override
    public boolean seekToNewSource(long position) throws IOException {
      return in.seekToNewSource(position);
    }

    /** Of another file system there is none, whatever is below. */
    @Override
    public FileDescriptor getFileDescriptor() throws IOException {
      return "file".equals(file.toUri().getScheme()) ? in.getFileDescriptor() : null;
    }

    @Override
    public void close() throws IOException {
      if (!closed) {
        closed = true;
        in.close(); // in any case: nothing is left open
        faults.ended();
        faults.run(event(Call.CLOSE, 0), () -> {});
      }
    }
  }

  /** Has the capabilities of the stream below. */
  private final class Output extends OutputStream
      implements Abortable, Syncable, StreamCapabilities {
    private final Path file;
    private final FSDataOutputStream out;
    private boolean closed;

    Output(Path file, FSDataOutputStream out) {
      this.file = file;
      this.out = out;
      faults.begun();
    }

    private Event event(Call call, long bytes) {
      return new Event(call, file, bytes, fs, out, out.getPos());
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      faults.call(
          event(Call.WRITE, length),
          granted -> {
            out.write(bytes, offset, (int) Math.max(0, granted));
            if (granted < length) {
              throw new IOException("injected: No space left on device");
            }
            return null;
          });
    }

    @Override
    public boolean hasCapability(String capability) {
      return out.hasCapability(capability);
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }

    @Override
    public void hflush() throws IOException {
      hsync();
    }

    /** Local files are only flushed: what a test writes there need not survive the machine. */
    @Override
    public void hsync() throws IOException {
      faults.run(event(Call.FLUSH, 0), isLocal ? out::flush : out::hsync);
    }

    @Override
    public AbortableResult abort() {
      if (!closed) {
        closed = true;
        faults.ended();
      }
      return out.abort();
    }

    @Override
    public void close() throws IOException {
      if (!closed) {
        closed = true;
        faults.ended();
        try {
          faults.run(event(Call.FINISH, 0), () -> out.close());
        } finally {
          Faults.release(out);
        }
      }
    }
  }
}
