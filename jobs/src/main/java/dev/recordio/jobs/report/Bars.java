// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import java.util.ArrayList;
import java.util.List;

/** Horizontal bars with a name before and a number after each. */
final class Bars extends Chart {
  private static final int MAX_NAME = 24;
  private static final double PITCH = 20;
  private static final double TALL = 14;

  private record Bar(String name, double value, String text, String tip) {}

  private final List<Bar> bars = new ArrayList<>();

  Bars(String title) {
    super(title);
  }

  /** Adds a bar, with the number after it, and the text that appears when it is pointed at. */
  void add(String name, double value, String text, String tip) {
    bars.add(new Bar(Texts.shorten(name, MAX_NAME), value, text, tip));
  }

  @Override
  double height() {
    return bars.size() * PITCH + 6;
  }

  @Override
  boolean isEmpty() {
    return bars.isEmpty();
  }

  @Override
  void draw(Markup to) {
    double left = 8 + bars.stream().mapToDouble(bar -> width(bar.name)).max().orElse(0);
    double right = 10 + bars.stream().mapToDouble(bar -> width(bar.text)).max().orElse(0);
    double most = Math.max(1e-9, bars.stream().mapToDouble(Bar::value).max().orElse(0));
    double widest = Math.max(40, WIDTH - left - right);
    for (int i = 0; i < bars.size(); i++) {
      Bar bar = bars.get(i);
      double y = i * PITCH + 4;
      double wide = bar.value > 0 ? Math.max(1, widest * bar.value / most) : 0;
      text(to, left - 6, y + TALL - 3, "end", bar.name);
      rectangle(to, "bar", left, y, wide, TALL, bar.tip);
      text(to, left + wide + 6, y + TALL - 3, "start", bar.text);
    }
  }
}
