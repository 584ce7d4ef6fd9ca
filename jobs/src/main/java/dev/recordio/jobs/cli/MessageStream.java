// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import dev.recordio.jobs.run.error.Printable;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Locale;

/**
 * Standard error: what is printed with {@code println} is one line, and texts that are formatted
 * stay within theirs, whatever names of files are in them; no name commands a terminal. Only {@code
 * print} and {@code write} pass everything: the progress bar draws with them.
 */
final class MessageStream extends PrintStream {
  private final PrintStream err;

  MessageStream(PrintStream err) {
    super(err);
    this.err = err;
  }

  /** Tabs that begin a line indent it, as in stack traces. */
  private static String line(String text) {
    int tabs = 0;
    while (tabs < text.length() && text.charAt(tabs) == '\t') {
      tabs++;
    }
    return text.substring(0, tabs) + Printable.of(text.substring(tabs));
  }

  @Override
  public void println(String text) {
    err.println(line(String.valueOf(text)));
  }

  @Override
  public void println(Object object) {
    println(String.valueOf(object));
  }

  @Override
  public void println() {
    err.println();
  }

  @Override
  public void print(String text) {
    err.print(text);
  }

  @Override
  public PrintStream format(String format, Object... args) {
    return format(Locale.getDefault(Locale.Category.FORMAT), format, args);
  }

  @Override
  public PrintStream format(Locale locale, String format, Object... args) {
    Object[] shown =
        Arrays.stream(args)
            .map(arg -> arg instanceof Number ? arg : Printable.of(String.valueOf(arg)))
            .toArray();
    err.format(locale, format, shown);
    return this;
  }
}
