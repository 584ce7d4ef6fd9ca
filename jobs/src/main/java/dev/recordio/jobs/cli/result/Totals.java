// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli.result;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** The closing lines of a command: aligned names and values, then the next command to try. */
public final class Totals {
  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};

  /**
   * A line.
   *
   * @param value for people
   * @param number the value for programs: a text or a number
   */
  private record Row(String name, String value, Object number) {}

  private static final Pattern CAMEL = Pattern.compile("[^\\p{L}\\p{N}]+([\\p{L}\\p{N}])");

  private final List<Row> rows = new ArrayList<>();
  private String next;

  /** A line of text. */
  public Totals add(String name, String value) {
    return add(name, value, value);
  }

  private Totals add(String name, String value, Object number) {
    rows.add(new Row(name, value, number));
    return this;
  }

  /** A number, with separators between thousands. */
  public Totals count(String name, long value) {
    return add(name, String.format(Locale.ROOT, "%,d", value), value);
  }

  /** A number, unless it is 0. */
  public Totals countIfAny(String name, long value) {
    return value == 0 ? this : count(name, value);
  }

  /** A number of bytes, exact and readable. */
  public Totals bytes(String name, long bytes) {
    return add(name, String.format(Locale.ROOT, "%,d (%s)", bytes, human(bytes)), bytes);
  }

  /** Records of InsightFace sets that are no images, if any were left out. */
  public Totals bookkeeping(long records) {
    return countIfAny("bookkeeping records left out", records);
  }

  /** A duration in seconds. */
  public Totals seconds(String name, long nanos) {
    return add(name, String.format(Locale.ROOT, "%.2f s", nanos / 1e9), nanos / 1e9);
  }

  /** Bytes per second; left out when there was no time to measure. */
  public Totals rate(String name, long bytes, long nanos) {
    long rate = nanos <= 0 ? 0 : Math.round(bytes * 1e9 / nanos);
    return nanos <= 0 ? this : add(name, human(rate) + "/s", rate);
  }

  /**
   * The command to try next; arguments are quoted for a shell if necessary.
   *
   * @param args the words after the program's name
   */
  public Totals next(String... args) {
    next = TypedCommand.of(args);
    return this;
  }

  /**
   * Returns the values for programs, texts and numbers, under names such as {@code bytesWritten}
   * for {@code bytes written}; indented lines under their own names in a map {@code parts}.
   */
  public Map<String, Object> values() {
    Map<String, Object> values = new LinkedHashMap<>();
    Map<String, Object> parts = new LinkedHashMap<>();
    for (Row row : rows) {
      boolean isPart = row.name().startsWith(" ");
      if (isPart) {
        parts.put(row.name().strip(), row.number());
      } else {
        values.put(inCamelCase(row.name()), row.number());
      }
    }
    if (!parts.isEmpty()) {
      values.put("parts", parts);
    }
    return values;
  }

  private static String inCamelCase(String words) {
    return CAMEL.matcher(words).replaceAll(word -> word.group(1).toUpperCase(Locale.ROOT));
  }

  /** Prints the lines. */
  public void print(PrintStream err) {
    int width = rows.stream().mapToInt(row -> DisplayWidth.of(row.name())).max().orElse(0);
    for (Row row : rows) {
      err.println("  " + DisplayWidth.pad(row.name(), width + 2) + row.value());
    }
    if (next != null) {
      err.println("next: " + next);
    }
    err.flush();
  }

  /** A number of bytes in the largest unit that leaves at least one: {@code 1.5 MiB}. */
  public static String human(long bytes) {
    int unit = 0;
    double value = bytes;
    while (Math.abs(value) >= 1024 && unit < UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    return unit == 0 ? bytes + " B" : String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
  }
}
