// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.progress;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jline.utils.Signals;

/** The terminal at the other end of stderr, if there is one. */
public final class Terminal {
  /** Set by bin/recordio: the columns of the terminal at the start, 0 if stderr is none. */
  private static final String COLUMNS = "RECORDIO_COLUMNS";

  /** Set by bin/recordio: whether stdout is a terminal, 1 or 0. */
  private static final String STDOUT = "RECORDIO_STDOUT";

  private static final int MIN_COLUMNS = 10;
  private static final Pattern SIZE = Pattern.compile("\\d+ (\\d{1,5})\\s*");

  /** How often the user has changed the size of the terminal. */
  private static final AtomicInteger CHANGES = new AtomicInteger();

  static {
    Signals.register("WINCH", CHANGES::incrementAndGet);
  }

  private int columns;
  private int changes = CHANGES.get();

  private Terminal(int columns) {
    this.columns = columns;
  }

  /** Whether stdout is a terminal. Java does not know that: a program does. */
  public static boolean isStdout() {
    String given = System.getenv(STDOUT);
    if (given != null) {
      return given.equals("1");
    }
    try {
      return new ProcessBuilder("sh", "-c", "test -t 1")
              .redirectOutput(ProcessBuilder.Redirect.INHERIT)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false; // no shell here
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Returns the terminal; null when stderr is none. */
  static Terminal ofStderr() {
    String given = System.getenv(COLUMNS);
    boolean isKnown = given != null && given.matches("[0-9]{1,4}");
    if (isKnown ? Integer.parseInt(given) == 0 : System.console() == null) {
      return null;
    }
    int now = ask();
    if (now == 0 && !isKnown) {
      return null;
    }
    return new Terminal(now == 0 ? Integer.parseInt(given) : now);
  }

  /** Returns the columns, which the user may change. */
  synchronized int columns() {
    int seen = CHANGES.get();
    if (seen != changes) {
      int now = ask();
      columns = now == 0 ? columns : now;
      changes = seen;
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
