// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.fs.input.Futures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Small files that are read together, by one or several threads, into one array, and then taken one
 * by one. Reused.
 */
final class FileBatch {
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

  /** Makes a batch without files. */
  FileBatch() {
    for (int i = 0; i < MAX_FILES; i++) {
      sources[i] = new Source();
      contents[i] = new PayloadBuilder(bytes);
    }
  }

  /** Removes all files. */
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

  /** Returns the file that is being taken. */
  Source source() {
    return sources[taken];
  }

  /** Appends its content; throws what reading it threw. */
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
