// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.store.manifest.Generations;
import dev.recordio.store.manifest.Generations.Outcome;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.StoreConf;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.conf.Configuration;

/** Commits changes: tries again on the newest generation as long as other writers are faster. */
public final class CommitLoop {
  private static final int MIN_PAUSE_MILLIS = 4;
  private static final int MAX_DOUBLINGS = 8;

  /** What is done before a try after one that was lost. */
  @FunctionalInterface
  public interface Pause {
    /**
     * Waits.
     *
     * @param lost how many tries were lost, at least 1
     */
    void after(int lost) throws IOException;
  }

  private final Generations generations;
  private final int attempts;
  private final Pause pause;

  /** Creates a loop with pauses of random length, which grow up to a second. */
  public CommitLoop(Configuration conf, Generations generations) {
    this(generations, StoreConf.COMMIT_ATTEMPTS.getInt(conf), CommitLoop::sleep);
  }

  /**
   * Creates a loop.
   *
   * @param attempts how often a change is tried, at least once
   * @param pause comes between
   */
  CommitLoop(Generations generations, int attempts, Pause pause) {
    this.generations = generations;
    this.attempts = attempts;
    this.pause = pause;
  }

  /** Writers that wait equally long would meet again. */
  private static void sleep(int lost) throws IOException {
    int most = MIN_PAUSE_MILLIS << Math.min(lost, MAX_DOUBLINGS);
    try {
      Thread.sleep(ThreadLocalRandom.current().nextInt(most));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted between commits").initCause(e);
    }
  }

  /**
   * Commits a change.
   *
   * @param base the generation on which it was begun
   * @return the generation that it made
   * @throws StoreConflictException when it contradicts what other writers did since then; nothing
   *     was committed
   * @throws IOException when nothing was committed, or it is not known; the message says which
   */
  public Manifest commit(Manifest base, Change change) throws IOException {
    generations.requireWritable();
    Manifest head = base;
    for (int lost = 0; lost < attempts; lost++) {
      if (lost > 0) {
        pause.after(lost);
      }
      head = newest(head, change);
      Manifest next = change.apply(head);
      if (next.generation() != head.generation() + 1) {
        throw new IllegalStateException(
            "generation " + next.generation() + " was made on " + head.generation());
      }
      if (change.ageMillis() > head.graceMillis() / 2) {
        requireFiles(change, head);
      }
      if (publish(next, change) == Outcome.COMMITTED) {
        return next;
      }
      change.lost(next);
    }
    throw new IOException(
        "nothing was committed to "
            + generations.paths().store()
            + ": other writers were faster "
            + attempts
            + " times; try again, or raise "
            + StoreConf.COMMIT_ATTEMPTS.key());
  }

  private Outcome publish(Manifest next, Change change) throws IOException {
    try {
      return generations.publish(next);
    } catch (IOException | RuntimeException | Error e) {
      change.unanswered();
      throw e;
    }
  }

  private static void requireFiles(Change change, Manifest head) throws IOException {
    try {
      change.requireFiles();
    } catch (FileNotFoundException e) {
      throw new IOException(
          "nothing was committed: a file of this writer is gone, as gc removes uncommitted files"
              + " older than the store's grace of "
              + head.graceMillis()
              + " ms: "
              + e.getMessage(),
          e);
    }
  }

  /** Returns the newest generation, after the change has seen all others since {@code head}. */
  private Manifest newest(Manifest head, Change change) throws IOException {
    long newest = generations.newestNumber();
    if (newest == head.generation()) {
      return head;
    }
    if (newest < head.generation()) {
      throw replaced();
    }
    if (change.isIndependent()) {
      return same(head, generations.newest());
    }
    Manifest last = head;
    for (long number = head.generation() + 1; number <= newest; number++) {
      try {
        last = same(head, generations.get(number));
      } catch (FileNotFoundException e) {
        throw (IOException)
            new StoreConflictException("gc collected the manifest that says what changed", number)
                .initCause(e);
      }
      change.check(last);
    }
    return last;
  }

  /** A folder may have been removed, and another store made there. */
  private Manifest same(Manifest head, Manifest newer) throws IOException {
    if (!newer.store().equals(head.store())) {
      throw replaced();
    }
    return newer;
  }

  private IOException replaced() {
    return new IOException(
        "nothing was committed: another store was made at " + generations.paths().store());
  }
}
