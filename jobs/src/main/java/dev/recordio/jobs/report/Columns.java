// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import java.util.ArrayList;
import java.util.List;

/** Columns on a horizontal axis: histograms, and numbers in an order. */
final class Columns extends Chart {
  private static final double LEFT = 44;
  private static final double RIGHT = 12;
  private static final double TOP = 12;
  private static final double PLOT = 150;
  private static final double WIDEST = 48;

  /** A fifth of a column is the gap to the next one, 1 unit at least. */
  private static final double GAP = 0.2;

  private record Column(double value, String tip, String kind) {}

  private record Tick(double at, String text) {}

  private final String axis;
  private final List<Column> columns = new ArrayList<>();
  private final List<Tick> ticks = new ArrayList<>();

  /**
   * Creates a chart without columns.
   *
   * @param axis what the horizontal axis shows
   */
  Columns(String title, String axis) {
    super(title);
    this.axis = axis;
  }

  /** Adds a column, with the text that appears when it is pointed at. */
  void add(double value, String tip) {
    add(value, tip, "bar");
  }

  /** Adds a column in another shade: "bar rest" for what is left. */
  void add(double value, String tip, String kind) {
    columns.add(new Column(value, tip, kind));
  }

  /** Marks the beginning of the next column on the axis. */
  Columns tick(String text) {
    ticks.add(new Tick(columns.size(), text));
    return this;
  }

  /** Marks the middle of the next column on the axis. */
  Columns tickWithin(String text) {
    ticks.add(new Tick(columns.size() + 0.5, text));
    return this;
  }

  @Override
  double height() {
    return TOP + PLOT + 2.6 * LINE;
  }

  @Override
  boolean isEmpty() {
    return columns.stream().noneMatch(column -> column.value > 0);
  }

  @Override
  void draw(Markup to) {
    double bottom = TOP + PLOT;
    double most = columns.stream().mapToDouble(Column::value).max().orElse(0);
    double step = step(most);
    double top = Math.ceil(most / step) * step;
    for (double value = 0; value <= top * 1.001; value += step) {
      double y = bottom - PLOT * value / top;
      line(to, LEFT, y, WIDTH - RIGHT, y);
      text(to, LEFT - 6, y + 4, "end", Texts.compact(value));
    }
    double pitch = Math.min(WIDEST, (WIDTH - LEFT - RIGHT) / columns.size());
    double wide = Math.max(0.5, pitch - Math.max(Math.min(1, pitch / 3), pitch * GAP));
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      if (column.value > 0) {
        double tall = Math.max(1, PLOT * column.value / top);
        double x = LEFT + i * pitch + (pitch - wide) / 2;
        rectangle(to, column.kind, x, bottom - tall, wide, tall, column.tip);
      }
    }
    drawTicks(to, bottom, pitch);
    text(to, (LEFT + WIDTH - RIGHT) / 2, bottom + 2.3 * LINE, "middle", axis);
  }

  /** A text that would touch the one before it is left out. */
  private void drawTicks(Markup to, double bottom, double pitch) {
    double free = 0;
    for (Tick tick : ticks) {
      double x = LEFT + tick.at * pitch;
      double half = width(tick.text) / 2;
      double at = Math.min(Math.max(x, half), WIDTH - half);
      if (at - half >= free) {
        line(to, x, bottom, x, bottom + 4);
        text(to, at, bottom + 1.1 * LINE, "middle", tick.text);
        free = at + half + 8;
      }
    }
  }

  /** Returns 1, 2 or 5 times a power of ten, at least 1: three to five such steps are enough. */
  private static double step(double most) {
    double step = 1;
    for (int i = 0; most / step > 5; i++) {
      step *= i % 3 == 1 ? 2.5 : 2;
    }
    return step;
  }
}
