// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.jobs.run.error.BadInputException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.util.Progressable;

/**
 * Repeats reads of sources that fail, after a while that doubles each time ({@link
 * PackConf#READ_RETRIES}, {@link PackConf#READ_RETRY_WAIT}), unless it is known that this would not
 * help. Used by several threads.
 */
public final class ReadRetries {
  private static final long MAX_WAIT_MILLIS = 60_000;

  private final int retries;
  private final long firstWait;
  private final Progressable progress;
  private final AtomicLong repeated = new AtomicLong();

  /**
   * Reads the keys.
   *
   * @param progress is told of each repetition
   */
  public ReadRetries(Configuration conf, Progressable progress) {
    retries = PackConf.READ_RETRIES.getInt(conf);
    firstWait = PackConf.READ_RETRY_WAIT.getLong(conf);
    this.progress = progress;
  }

  /** Something that reads. */
  @FunctionalInterface
  public interface Read<T> {
    /** Reads, from the beginning. */
    T get() throws IOException;
  }

  /** Something that appends to a payload. */
  @FunctionalInterface
  interface Append {
    /** Reads, from the beginning. */
    void run() throws IOException;
  }

  /** Returns what a read gives, at the first time it gives something. */
  public <T> T get(Read<T> read) throws IOException {
    long wait = firstWait;
    for (int left = retries; ; left--) {
      try {
        return read.get();
      } catch (IOException e) {
        if (left == 0 || !mayHelp(e)) {
          throw e;
        }
      }
      pause(wait);
      wait = Math.min(MAX_WAIT_MILLIS, 2 * wait);
      repeated.incrementAndGet();
    }
  }

  /** Appends to {@code payload} what a read gives; nothing of one that failed. */
  void append(PayloadBuilder payload, Append read) throws IOException {
    int start = payload.length();
    get(
        () -> {
          payload.keep(0, start);
          read.run();
          return null;
        });
  }

  /** Whether the same read may succeed later. */
  public static boolean mayHelp(IOException e) {
    boolean lasting =
        e instanceof SourceErrors.Fault
            || e instanceof FileNotFoundException
            || e instanceof NoSuchFileException
            || e instanceof AccessControlException
            || e instanceof AccessDeniedException
            || e instanceof BadInputException
            || e instanceof MalformedRecordException;
    return !lasting && !SourceErrors.isInterruption(e);
  }

  private void pause(long millis) throws InterruptedIOException {
    progress.progress();
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting to read again");
    }
  }

  /** Returns how many reads were repeated. */
  public long repeated() {
    return repeated.get();
  }
}
