// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.progress;

import dev.recordio.jobs.cli.result.DisplayWidth;
import dev.recordio.jobs.cli.result.Totals;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The progress of a command as text: percentage, rate, time left.
 *
 * @param name what is done
 * @param fraction of the command that is done, 0 to 1
 * @param bytes of the job that are done; 0 when they are unknown
 * @param jobNanos how long the job has run
 * @param nanos how long the command's jobs have run
 */
record ProgressLine(String name, double fraction, long bytes, long jobNanos, long nanos) {
  /** With fewer columns there is only room for the bar and the percentage. */
  private static final int NARROW = 60;

  private static final int NAME_COLUMNS = 24;
  private static final int MIN_BAR = 4;

  /** Before that, what is left can't be told. */
  private static final double MIN_FRACTION = 0.005;

  /** The name of a job, as set by commands. */
  private static final Pattern JOB =
      Pattern.compile("recordio-([a-z-]+): .* -> (.*)", Pattern.DOTALL);

  /** What a command's jobs do, except the one that writes. */
  private static final Set<String> STEPS_OF_COMMANDS =
      Set.of("census", "statistics", "numbers of shards");

  /** Returns the command, and what the job does for it, unless it is the job that writes. */
  static String task(String name) {
    Matcher job = JOB.matcher(name);
    if (!job.matches()) {
      return name;
    }
    return STEPS_OF_COMMANDS.contains(job.group(2))
        ? job.group(1) + " " + job.group(2)
        : job.group(1);
  }

  /** Returns the line of a log. */
  String plain() {
    return name + ": " + percent() + rest();
  }

  /**
   * Returns the line of a terminal.
   *
   * @param columns its most columns
   */
  String drawn(int columns) {
    String what = DisplayWidth.cut(name, columns < NARROW ? columns / 4 : NAME_COLUMNS);
    String end = String.format(Locale.ROOT, "] %5s", percent());
    end += columns < NARROW ? "" : rest();
    String begin = what + " [";
    int room = columns - DisplayWidth.of(begin) - end.length();
    if (room < MIN_BAR) {
      return DisplayWidth.cut(percent(), columns);
    }
    int full = (int) (room * fraction);
    return begin + "=".repeat(full) + " ".repeat(room - full) + end;
  }

  private String percent() {
    return (int) (fraction * 100) + " %";
  }

  private String rest() {
    return rate() + left();
  }

  private String rate() {
    return bytes == 0 || jobNanos <= 0
        ? ""
        : ", " + Totals.human(Math.round(bytes * 1e9 / jobNanos)) + "/s";
  }

  private String left() {
    if (fraction < MIN_FRACTION || fraction >= 1) {
      return "";
    }
    long seconds = TimeUnit.NANOSECONDS.toSeconds((long) (nanos * (1 - fraction) / fraction)) + 1;
    String text =
        seconds < 3600
            ? String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60)
            : String.format(
                Locale.ROOT, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
    return ", " + text + " left";
  }
}
