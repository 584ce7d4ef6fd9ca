// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.faults;

import dev.recordio.testing.Faults;
import dev.recordio.testing.Faults.Call;
import java.io.IOException;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.Path;

/**
 * A point of a job's work: when a process that {@code task} names has read or written so many bytes
 * of a file, and is about to go on.
 *
 * @param task a regular expression of attempts, by the end of their ids: {@code m_000001_0}; other
 *     processes are {@code client}
 * @param writing whether it writes
 * @param file a regular expression of whole paths
 * @param bytes how much of the file it has read or written at least
 * @param after a path that must exist; empty for none
 * @param action what happens
 */
public record Moment(
    String task, boolean writing, String file, long bytes, String after, Action action) {
  /** What a process does. */
  public enum Action {
    /** Its JVM ends at once. */
    HALT,
    /** It waits until the test lets it go, or kills it. */
    WAIT,
    /** It calls the test, which runs in the same JVM. */
    CALL
  }

  /** Returns it as a word of a setting. */
  @Override
  public String toString() {
    return String.join(">", task, writing + "", file, bytes + "", after, action.name());
  }

  static Moment parse(String word) {
    String[] cells = word.split(">");
    return new Moment(
        cells[0],
        Boolean.parseBoolean(cells[1]),
        cells[2],
        Long.parseLong(cells[3]),
        cells[4],
        Action.valueOf(cells[5]));
  }

  /** Adds a rule for the calls that may be at this moment. */
  Faults.Rule on(Faults faults) {
    return writing ? faults.on(Call.WRITE, Call.FINISH) : faults.on(Call.READ);
  }

  /** Whether a process is there. */
  boolean isAt(String process, Faults.Event event) throws IOException {
    return event.position() >= bytes
        && Pattern.matches(task, process)
        && Pattern.matches(file, event.file().toUri().getPath())
        && (after.isEmpty() || event.below().exists(new Path(after)));
  }
}
