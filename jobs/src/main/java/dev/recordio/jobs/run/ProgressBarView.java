// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import java.io.PrintStream;
import java.nio.charset.Charset;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A bar that redraws its line. */
final class ProgressBarView extends JobProgress {
  private static final int STEPS = 1000;
  private static final int NAME_COLUMNS = 24;

  private final ProgressBar bar;
  private final PrintStream err;

  ProgressBarView(String name, PrintStream err, int columns) {
    this.err = err;
    int end = name.indexOf(':');
    String task = end > 0 ? name.substring(0, end) : name;
    this.bar =
        new ProgressBarBuilder()
            .setTaskName(task.length() > NAME_COLUMNS ? task.substring(0, NAME_COLUMNS) : task)
            .setInitialMax(STEPS)
            .setUnit(" %", STEPS / 100)
            .setUpdateIntervalMillis(200)
            .setStyle(
                Charset.defaultCharset().name().equals("UTF-8")
                    ? ProgressBarStyle.UNICODE_BLOCK
                    : ProgressBarStyle.ASCII)
            .setConsumer(new DelegatingProgressBarConsumer(this::draw, columns - 1))
            .build();
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
