// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report.chart;

import java.util.ArrayList;
import java.util.List;

/** Horizontal bars with a name before and a number after each. */
public final class Bars extends Chart {
  private static final int MAX_NAME = 24;
  private static final double PITCH = 20;
  private static final double TALL = 14;

  private record Bar(String name, double value, double part, String text, String tip) {}

  private final List<Bar> bars = new ArrayList<>();

  /** Creates a chart without bars. */
  public Bars(String title, String summary) {
    super(title, summary);
  }

  /** Adds a bar, with the number after it. */
  public Bars add(String name, double value, String text, String tip) {
    return add(name, value, value, text, tip);
  }

  /**
   * Adds a bar with a part that is drawn stronger.
   *
   * @param part at most {@code value}
   */
  public Bars add(String name, double value, double part, String text, String tip) {
    bars.add(new Bar(Texts.shorten(name, MAX_NAME), value, part, text, tip));
    return this;
  }

  @Override
  protected double height() {
    return bars.size() * PITCH + 6;
  }

  @Override
  protected boolean isEmpty() {
    return bars.isEmpty();
  }

  @Override
  protected void draw(Markup to) {
    double left = 8 + bars.stream().mapToDouble(bar -> width(bar.name)).max().orElse(0);
    double right = 10 + bars.stream().mapToDouble(bar -> width(bar.text)).max().orElse(0);
    double most = Math.max(1e-9, bars.stream().mapToDouble(Bar::value).max().orElse(0));
    double widest = Math.max(40, WIDTH - left - right);
    for (int i = 0; i < bars.size(); i++) {
      Bar bar = bars.get(i);
      double y = i * PITCH + 4;
      double wide = bar.value > 0 ? Math.max(1, widest * bar.value / most) : 0;
      text(to, left - 6, y + TALL - 3, "end", bar.name);
      if (bar.part < bar.value) {
        rectangle(to, "bar pale", left, y, wide, TALL, bar.tip);
      }
      rectangle(to, "bar", left, y, widest * bar.part / most, TALL, bar.tip);
      text(to, left + wide + 6, y + TALL - 3, "start", bar.text);
    }
  }
}
