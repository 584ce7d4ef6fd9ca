// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli.result;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The closing lines of a command: aligned names and values, then the next command to try. In JSON
 * each value has the line's name in camel case, such as {@code bytesWritten} for {@code bytes
 * written}, or {@link #key a name of its own}; indented lines have their own names, in a map {@code
 * parts}.
 */
public final class Totals {
  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};

  /** The line of {@link #bookkeeping}. */
  public static final String BOOKKEEPING = "bookkeeping records left out";

  private record Row(String name, String value) {}

  private static final Pattern CAMEL = Pattern.compile("[^\\p{L}\\p{N}]+([\\p{L}\\p{N}])");

  private final List<Row> rows = new ArrayList<>();
  private final Map<String, Object> values = new LinkedHashMap<>();
  private final Map<String, Object> parts = new LinkedHashMap<>();
  private String last; // the key of the last line
  private String next;

  /** A line of text. */
  public Totals add(String name, String value) {
    return add(name, value, value);
  }

  private Totals add(String name, String shown, Object value) {
    boolean isPart = name.startsWith(" ");
    (isPart ? parts : values).put(last = isPart ? name.strip() : inCamelCase(name), value);
    return show(name, shown);
  }

  /** A line for people alone. */
  public Totals show(String name, String value) {
    rows.add(new Row(name, value));
    return this;
  }

  /** A number for people alone. */
  public Totals show(String name, long value) {
    return show(name, grouped(value));
  }

  /** A number for people alone, unless it is 0. */
  public Totals showIfAny(String name, long value) {
    return value == 0 ? this : show(name, value);
  }

  /** A value for programs alone. */
  public Totals value(String key, Object value) {
    values.put(key, value);
    return this;
  }

  /** Names the value of the last line for programs. */
  public Totals key(String key) {
    return value(key, values.remove(last));
  }

  /** A number, with separators between thousands. */
  public Totals count(String name, long value) {
    return add(name, grouped(value), value);
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
    return countIfAny(BOOKKEEPING, records);
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

  /** Returns the values for programs: texts, numbers, lists and maps. */
  public Map<String, Object> values() {
    Map<String, Object> all = new LinkedHashMap<>(values);
    if (!parts.isEmpty()) {
      all.put("parts", parts);
    }
    return all;
  }

  private static String grouped(long value) {
    return String.format(Locale.ROOT, "%,d", value);
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
