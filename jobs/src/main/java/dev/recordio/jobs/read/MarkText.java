// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.read;

import dev.recordio.reader.Stage;
import java.util.Arrays;

/**
 * The marks of a state, item after item. Most items add the same to them, so that they are written
 * only where this changes.
 */
final class MarkText {
  private long[] before;
  private long[] now;
  private final long[] step;
  private boolean known; // whether a step was written

  /** Creates the text of a reader that has handed out nothing yet. */
  MarkText(Stage<?> reader) {
    before = new long[reader.marks()];
    now = new long[before.length];
    step = new long[before.length];
    reader.mark(now, 0);
  }

  /** Takes the marks after the reader's current item; whether they are not as announced. */
  boolean differ(Stage<?> reader) {
    long[] free = before;
    before = now;
    now = free;
    reader.mark(now, 0);
    boolean differ = !known;
    for (int i = 0; i < now.length && !differ; i++) {
      differ = now[i] != before[i] + step[i];
    }
    if (differ) {
      for (int i = 0; i < now.length; i++) {
        step[i] = now[i] - before[i];
      }
      known = true;
    }
    return differ;
  }

  /** Returns the marks, and what each further item is going to add, as JSON. */
  @Override
  public String toString() {
    return "{\"marks\":" + json(now) + ",\"step\":" + json(step) + "}";
  }

  private static String json(long[] numbers) {
    return Arrays.toString(numbers).replace(" ", "");
  }
}
