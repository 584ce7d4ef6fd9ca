// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.faults;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.impl.OpenFileParameters;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.util.Progressable;

/**
 * HDFS for a job that faults hit: its streams stop at each {@link Moment}, once in each process. It
 * leaves a file for every moment that came, so that a test knows that it did.
 */
public final class FaultyHdfs extends DistributedFileSystem {
  /** Key of the moments. */
  public static final String MOMENTS = "test.faults.moments";

  /** Key of a local folder, for the files that processes leave and wait for. */
  public static final String FOLDER = "test.faults.folder";

  /** The file that lets waiting processes go. */
  public static final String GO = "go";

  private static final long MAX_WAIT_MINUTES = 8;
  private static final Pattern ATTEMPT = Pattern.compile(" attempt_\\d+_\\d+_(\\w+)( |$)");

  private static Call call;

  private final List<Moment> moments = new ArrayList<>();
  private final List<AtomicBoolean> came = new ArrayList<>();
  private java.nio.file.Path folder;

  /** What a test in the same JVM does at a moment. */
  @FunctionalInterface
  public interface Call {
    /**
     * Does it.
     *
     * @param stream the file's stream, as HDFS has made it
     * @param position how much of the file has been read or written
     */
    void at(Path file, Closeable stream, long position) throws IOException;
  }

  /** Sets what {@link Moment.Action#CALL} does. */
  public static synchronized void onCall(Call test) {
    call = test;
  }

  private static synchronized Call call() {
    return call;
  }

  /** Makes it the HDFS of jobs with this configuration. */
  public static void install(Configuration conf, java.nio.file.Path folder, Moment moment) {
    conf.set("fs.hdfs.impl", FaultyHdfs.class.getName());
    conf.set(FOLDER, folder.toString());
    conf.set(MOMENTS, moment.toString());
  }

  @Override
  public void initialize(URI uri, Configuration conf) throws IOException {
    super.initialize(uri, conf);
    for (String word : conf.get(MOMENTS, "").split(" ")) {
      if (!word.isEmpty()) {
        moments.add(Moment.parse(word));
        came.add(new AtomicBoolean());
      }
    }
    folder = java.nio.file.Path.of(conf.get(FOLDER));
    leave("began");
  }

  /** The attempt that this JVM runs, as {@code m_000001_0}, or {@code client}. */
  private static String process() {
    Matcher attempt = ATTEMPT.matcher(System.getProperty("sun.java.command", ""));
    return attempt.find() ? attempt.group(1) : "client";
  }

  /** Leaves a file with the container's name. */
  private void leave(String what) throws IOException {
    Files.write(
        folder.resolve(process() + "." + what),
        System.getenv().getOrDefault("CONTAINER_ID", "").getBytes(StandardCharsets.UTF_8));
  }

  /** Called before a stream reads or writes. */
  void at(Path file, Closeable stream, boolean writing, long bytes) throws IOException {
    for (int i = 0; i < moments.size(); i++) {
      Moment moment = moments.get(i);
      if (bytes >= moment.bytes()
          && moment.concerns(process(), writing, file.toUri().getPath())
          && (moment.after().isEmpty() || exists(new Path(moment.after())))
          && came.get(i).compareAndSet(false, true)) {
        act(moment.action(), file, stream, bytes);
      }
    }
  }

  private void act(Moment.Action action, Path file, Closeable stream, long bytes)
      throws IOException {
    leave(action.name());
    switch (action) {
      case HALT -> Runtime.getRuntime().halt(137);
      case WAIT -> await();
      default -> call().at(file, stream, bytes);
    }
  }

  private void await() throws IOException {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(MAX_WAIT_MINUTES);
    while (!Files.exists(folder.resolve(GO))) {
      if (System.nanoTime() - end > 0) {
        throw new IOException("nobody lets " + process() + " go");
      }
      try {
        TimeUnit.MILLISECONDS.sleep(20);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
  }

  private boolean isWatched(Path file, boolean writing) {
    String path = file.toUri().getPath();
    return moments.stream().anyMatch(m -> m.writing() == writing && path.matches(m.file()));
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    FSDataInputStream in = super.open(path, bufferSize);
    return isWatched(path, false)
        ? new FSDataInputStream(new FaultyStreams.Input(this, path, in))
        : in;
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
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    FSDataOutputStream out =
        super.create(path, permission, overwrite, bufferSize, replication, blockSize, progress);
    return isWatched(path, true)
        ? new FSDataOutputStream(new FaultyStreams.Output(this, path, out), null)
        : out;
  }
}
