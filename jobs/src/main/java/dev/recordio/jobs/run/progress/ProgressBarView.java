// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.progress;

import dev.recordio.jobs.cli.result.DisplayWidth;
import java.io.PrintStream;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarConsumer;
import org.apache.hadoop.mapreduce.Job;

/**
 * A bar that is drawn over itself, five times a second: with carriage returns and spaces alone, so
 * that there is nothing to restore on the terminal.
 */
final class ProgressBarView extends JobProgress {
  private static final int INTERVAL_MILLIS = 200;

  /** The name of a job, as set by commands. */
  private static final Pattern JOB =
      Pattern.compile("recordio-([a-z-]+): .* -> (.*)", Pattern.DOTALL);

  /** What a command's jobs do, except the one that writes. */
  private static final Set<String> STEPS_OF_COMMANDS =
      Set.of("census", "statistics", "numbers of shards");

  private final ProgressBar bar;
  private final PrintStream err;

  private final State state;
  private boolean isClosed;

  /**
   * @param columns of the terminal, at any time
   */
  ProgressBarView(PrintStream err, IntSupplier columns, State state) {
    this.err = err;
    this.state = state;
    bar =
        new ProgressBarBuilder()
            .setInitialMax(1)
            .continuousUpdate()
            .setUpdateIntervalMillis(INTERVAL_MILLIS)
            .setRenderer((ofBar, room) -> state.line().drawn(room))
            .setConsumer(new Drawing(err, columns))
            .build();
  }

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

  @Override
  public void begun(Job job, long bytes) {
    state.begun(bytes);
  }

  @Override
  public void at(float fraction) {
    state.at(fraction);
  }

  @Override
  public void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    bar.close();
    err.println();
    err.flush();
  }

  /** Draws a line over the last one. */
  private static final class Drawing implements ProgressBarConsumer {
    private final PrintStream err;
    private final IntSupplier columns;
    private int drawn;

    Drawing(PrintStream err, IntSupplier columns) {
      this.err = err;
      this.columns = columns;
    }

    /** The last column stays empty: some terminals begin a new line after it. */
    @Override
    public int getMaxRenderedLength() {
      return columns.getAsInt() - 1;
    }

    @Override
    public void accept(String line) {
      int width = DisplayWidth.of(line);
      int rest = Math.min(drawn, getMaxRenderedLength()) - width;
      err.print("\r" + line + " ".repeat(Math.max(0, rest)));
      err.flush();
      drawn = width;
    }

    @Override
    public void close() {
      // the terminal stays
    }
  }
}
