// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The terminal at the other end of stderr, if there is one. */
final class Terminal {
  /** Set by bin/recordio: the columns of the terminal, 0 if stderr is none. */
  private static final String COLUMNS = "RECORDIO_COLUMNS";

  private static final int MIN_COLUMNS = 10;
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(900);
  private static final Pattern SIZE = Pattern.compile("\\d+ (\\d{1,5})\\s*");

  private int columns;
  private long looked = System.nanoTime();

  private Terminal(int columns) {
    this.columns = columns;
  }

  /** Returns the terminal; null when stderr is none. */
  static Terminal ofStderr() {
    String given = System.getenv(COLUMNS);
    int columns =
        given != null && given.matches("[0-9]{1,4}")
            ? Integer.parseInt(given)
            : System.console() == null ? 0 : ask();
    return columns == 0 ? null : new Terminal(columns);
  }

  /** Returns the columns, which a user may change: they are looked up once a second. */
  synchronized int columns() {
    if (System.nanoTime() - looked > LOOK_NANOS) {
      int now = ask();
      columns = now == 0 ? columns : now;
      looked = System.nanoTime();
    }
    return Math.max(MIN_COLUMNS, columns);
  }

  /** Returns the columns; 0 when they are unknown. Java does not know them: a program does. */
  private static int ask() {
    try {
      Process stty =
          new ProcessBuilder("sh", "-c", "exec stty size <&2 2>/dev/null")
              .redirectInput(ProcessBuilder.Redirect.INHERIT)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      String size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      Matcher numbers = SIZE.matcher(size);
      return numbers.matches() ? Integer.parseInt(numbers.group(1)) : 0;
    } catch (IOException e) {
      return 0; // no shell here
    }
  }
}
