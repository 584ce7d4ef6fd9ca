// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.harness;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;

/**
 * Work on a file that is not in the page cache when it begins. Dropping its pages is not timed.
 *
 * @param subject the work
 * @param file a local file, not in memory
 */
public record ColdReads(Subject subject, Path file) implements Subject.Work {
  /** Returns a comparison whose sides both read a file from its disk. */
  public static Trial of(Trial trial, Path file) {
    return new Trial(
        trial.suite(),
        trial.name(),
        trial.recordSize(),
        trial.bytes(),
        trial.records(),
        cold(trial.ours(), file),
        cold(trial.peer(), file),
        trial.facts());
  }

  private static Subject cold(Subject subject, Path file) {
    return new Subject(
        subject.name(), new ColdReads(subject, file), subject.expected(), subject.scope());
  }

  @Override
  public void prepare() throws IOException {
    // GNU dd asks the operating system to forget a file's pages; written ones have to be on the
    // disk before.
    var drop =
        new ProcessBuilder(
            "dd", "of=" + file, "oflag=nocache", "conv=notrunc,fdatasync", "count=0");
    Process process = drop.redirectError(Redirect.DISCARD).redirectOutput(Redirect.DISCARD).start();
    try {
      if (process.waitFor() != 0) {
        throw new IOException("dd can't drop what the page cache has of " + file);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("dd").initCause(e);
    }
  }

  @Override
  public Tally run() throws IOException {
    return subject.work().run();
  }

  @Override
  public Cost cost() {
    return subject.work().cost();
  }
}
