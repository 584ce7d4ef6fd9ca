// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import me.tongfei.progressbar.ProgressState;

/** A bar that redraws its line. */
final class ProgressBarView extends JobProgress {
  private static final int STEPS = 1000;
  private static final int NAME_COLUMNS = 24;

  /** With fewer columns there is room only for a bar without times and counts. */
  private static final int NARROW = 60;

  /** The name of a job, as set by commands. */
  private static final Pattern JOB =
      Pattern.compile("recordio-([a-z-]+): .* -> (.*)", Pattern.DOTALL);

  /** What a command's jobs do, except the one that writes. */
  private static final Set<String> STEPS_OF_COMMANDS =
      Set.of("census", "statistics", "numbers of shards");

  private final ProgressBar bar;
  private final PrintStream err;

  ProgressBarView(String name, PrintStream err, int columns) {
    this.err = err;
    String task = task(name);
    int room = columns < NARROW ? columns / 4 : NAME_COLUMNS;
    var builder =
        new ProgressBarBuilder()
            .setTaskName(task.length() > room ? task.substring(0, room) : task)
            .setInitialMax(STEPS)
            .setUpdateIntervalMillis(200)
            .setStyle(
                Charset.defaultCharset().name().equals("UTF-8")
                    ? ProgressBarStyle.UNICODE_BLOCK
                    : ProgressBarStyle.ASCII)
            .setConsumer(new DelegatingProgressBarConsumer(this::draw, columns - 1));
    if (columns < NARROW) {
      builder.setRenderer(ProgressBarView::narrow);
    } else {
      builder.setUnit(" %", STEPS / 100);
    }
    this.bar = builder.build();
  }

  /** Returns the command, and what the job does for it, unless it is the job that writes. */
  private static String task(String name) {
    Matcher job = JOB.matcher(name);
    if (!job.matches()) {
      return name;
    }
    return STEPS_OF_COMMANDS.contains(job.group(2))
        ? job.group(1) + " " + job.group(2)
        : job.group(1);
  }

  private static String narrow(ProgressState state, int columns) {
    int percent = (int) (100 * state.getNormalizedProgress());
    String end = String.format("] %3d %%", percent);
    String begin = state.getTaskName() + " [";
    int room = Math.max(1, columns - begin.length() - end.length());
    int full = room * percent / 100;
    return begin + "=".repeat(full) + " ".repeat(room - full) + end;
  }

  private void draw(String line) {
    err.print("\r" + line);
    err.flush();
  }

  @Override
  void at(float fraction) {
    bar.stepTo((long) (fraction * STEPS));
  }

  @Override
  public void close() {
    bar.close();
    err.println();
  }
}
