// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.fs.input.Futures;
import dev.recordio.jobs.pack.source.PayloadBuilder;
import dev.recordio.jobs.pack.source.Source;
import dev.recordio.jobs.pack.source.SourceReader;
import dev.recordio.jobs.pack.source.WholeFiles;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The sources of a task in order, their content read ahead if they are small files: opening them
 * takes most of the time. Local files are read by one thread, others by as many as suits what they
 * take, so that some {@link #FILE_NANOS} remain for each. Memory holds {@link #BATCHES} batches of
 * files. Whatever is wrong with a file is reported when its turn comes.
 *
 * <p>Sources that are not read ahead are not even requested before their turn.
 */
public final class SourcesAhead implements Closeable {
  /** Larger files are worth no detour. */
  private static final long SMALL_FILE = 1 << 18;

  private static final int BATCHES = 3; // one that is being taken, two that are being read
  private static final int MIN_REMOTE = 8;
  private static final int MAX_THREADS = 32;
  private static final long FILE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long END_SECONDS = 10;
  private static final String LOCAL = "file:";

  /** The entries of a task's plan. */
  @FunctionalInterface
  public interface Entries {
    /** Returns the next entry, which may be reused after the next call; null after the last. */
    Source next() throws IOException, InterruptedException;
  }

  private final SourceReader reader;
  private final Entries entries;
  private final ArrayDeque<FileBatch> reading = new ArrayDeque<>();
  private final ArrayDeque<FileBatch> idle = new ArrayDeque<>();
  private FileBatch current; // null while a source is taken that was not read ahead
  private Source direct; // the one after all batches
  private boolean ended;
  private ThreadPoolExecutor threads; // null until there is something for it
  private long fileNanos; // what one took in the batch before

  /**
   * @param reader reads the sources; the caller closes it afterwards
   */
  public SourcesAhead(SourceReader reader, Entries entries) {
    this.reader = reader;
    this.entries = entries;
  }

  /** Returns the next source, which is reused after the next call; null after the last. */
  public Source next() throws IOException, InterruptedException {
    if (current != null && current.advance()) {
      return current.source();
    }
    if (current != null) {
      idle.add(current);
      current = null;
    }
    while (direct == null && !ended && reading.size() < BATCHES && gather()) {
      // Until enough is being read.
    }
    if (reading.isEmpty()) {
      Source next = direct;
      direct = null;
      return next;
    }
    current = reading.remove();
    fileNanos = current.await();
    current.advance();
    return current.source();
  }

  /**
   * Appends the content of the source that was returned last to {@code payload}.
   *
   * @throws IOException as {@link SourceReader#read} does
   */
  public void read(Source source, PayloadBuilder payload) throws IOException {
    if (current == null) {
      reader.read(source, payload);
    } else {
      current.content(payload);
    }
  }

  /** Begins to read the next batch; false when there is none. */
  private boolean gather() throws IOException, InterruptedException {
    FileBatch batch = idle.isEmpty() ? new FileBatch() : idle.remove();
    batch.clear();
    boolean local = true;
    while (!batch.isFull()) {
      direct = entries.next();
      ended = direct == null;
      if (ended || !isSmallFile(direct)) {
        break;
      }
      local &= direct.path.startsWith(LOCAL);
      batch.add(direct);
      direct = null;
    }
    if (batch.isEmpty()) {
      idle.add(batch);
      return false;
    }
    batch.start(threads(local ? 1 : MIN_REMOTE), reader.files());
    reading.add(batch);
    return batch.isFull();
  }

  private static boolean isSmallFile(Source source) {
    return source.kind == Source.Kind.FILE && source.length >= 0 && source.length <= SMALL_FILE;
  }

  /** Returns the threads, at least {@code least}. */
  private ThreadPoolExecutor threads(int least) {
    int wanted = (int) Math.min(MAX_THREADS, Math.max(least, fileNanos / FILE_NANOS));
    if (threads == null) {
      threads =
          new ThreadPoolExecutor(
              wanted, MAX_THREADS, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), this::daemon);
    }
    threads.setCorePoolSize(wanted);
    return threads;
  }

  private Thread daemon(Runnable task) {
    var thread = new Thread(task, "pack-ahead");
    thread.setDaemon(true);
    return thread;
  }

  /** Ends the reading of what will not be taken: after that no file is open. */
  @Override
  public void close() throws IOException {
    if (threads == null) {
      return;
    }
    threads.shutdownNow();
    try {
      threads.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw Futures.interrupted(e);
    }
  }

  /**
   * Small files that are read together, by one or several threads, into one array, and then taken
   * one by one. Reused.
   */
  private static final class FileBatch {
    private static final int MAX_FILES = 64;
    private static final int ENOUGH_BYTES = 1 << 20;

    private final Source[] sources = new Source[MAX_FILES];
    private final PayloadBuilder[] contents = new PayloadBuilder[MAX_FILES];
    private final int[] starts = new int[MAX_FILES + 1];
    private final Throwable[] failures = new Throwable[MAX_FILES];
    private final List<Future<?>> workers = new ArrayList<>();
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicLong nanos = new AtomicLong();
    private byte[] bytes = {};
    private int count;
    private int taken;

    FileBatch() {
      for (int i = 0; i < MAX_FILES; i++) {
        sources[i] = new Source();
        contents[i] = new PayloadBuilder(bytes);
      }
    }

    void clear() {
      count = 0;
      taken = -1;
      next.set(0);
      nanos.set(0);
      workers.clear();
      Arrays.fill(failures, null);
    }

    boolean isFull() {
      return count == MAX_FILES || starts[count] >= ENOUGH_BYTES;
    }

    boolean isEmpty() {
      return count == 0;
    }

    /** Adds a copy of a source that is a small file. */
    void add(Source source) {
      sources[count].copy(source);
      // One byte more, to see that a file has grown.
      starts[count + 1] = starts[count] + (int) source.length + 1;
      count++;
    }

    /** Begins to read the files, as many at a time as there are threads. */
    void start(ThreadPoolExecutor threads, WholeFiles files) {
      if (starts[count] > bytes.length) {
        bytes = new byte[starts[count]];
      }
      for (int i = 0; i < count; i++) {
        contents[i].beginIn(bytes, starts[i]);
      }
      int side = Math.min(count, threads.getCorePoolSize());
      for (int i = 0; i < side; i++) {
        workers.add(threads.submit(() -> readSome(files)));
      }
    }

    private void readSome(WholeFiles files) {
      long begin = System.nanoTime();
      for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
        try {
          files.read(sources[i], contents[i]);
        } catch (Throwable e) {
          failures[i] = e; // thrown when the file's turn comes
        }
      }
      nanos.addAndGet(System.nanoTime() - begin);
    }

    /** Waits until all files are read; returns what one took, in nanoseconds. */
    long await() throws IOException {
      for (Future<?> worker : workers) {
        Futures.get(worker);
      }
      return nanos.get() / count;
    }

    /** Goes on to the next file, or the first one; false after the last one. */
    boolean advance() {
      return ++taken < count;
    }

    Source source() {
      return sources[taken];
    }

    void content(PayloadBuilder payload) throws IOException {
      Throwable failure = failures[taken];
      if (failure instanceof IOException e) {
        throw e;
      } else if (failure instanceof RuntimeException e) {
        throw e;
      } else if (failure instanceof Error e) {
        throw e;
      }
      int start = starts[taken];
      payload.append(contents[taken].bytes(), start, contents[taken].length() - start);
    }
  }
}
