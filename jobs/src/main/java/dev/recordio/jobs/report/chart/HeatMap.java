// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report.chart;

import java.util.List;
import java.util.function.BiFunction;

/** A table of numbers as cells, the stronger the larger their number. */
public final class HeatMap extends Chart {
  private static final double BOTTOM = 2.6 * LINE;
  private static final double RIGHT = 8;
  private static final double TALLEST = 24;
  private static final double TALL_ALL = 224;
  private static final int MAX_NAME = 18;
  private static final int STRENGTHS = 8;

  private final List<String> rows;
  private final List<String> columns;
  private final String axis;
  private final double[][] strengths;
  private final BiFunction<Integer, Integer, String> tip;

  /**
   * Creates a chart.
   *
   * @param rows the names of rows, from top to bottom
   * @param columns the names of columns; only names that have room are shown
   * @param axis what the columns are
   * @param strengths for each row, for each column: 0, nothing, to 1
   * @param tip what a cell of a row and a column says when it is pointed at
   */
  public HeatMap(
      String title,
      String summary,
      List<String> rows,
      List<String> columns,
      String axis,
      double[][] strengths,
      BiFunction<Integer, Integer, String> tip) {
    super(title, summary);
    this.rows = rows.stream().map(name -> Texts.shorten(name, MAX_NAME)).toList();
    this.columns = columns.stream().map(name -> Texts.shorten(name, MAX_NAME)).toList();
    this.axis = axis;
    this.strengths = strengths;
    this.tip = tip;
  }

  private double pitch() {
    return Math.min(TALLEST, TALL_ALL / rows.size());
  }

  @Override
  protected double height() {
    return rows.size() * pitch() + BOTTOM + 4;
  }

  @Override
  protected boolean isEmpty() {
    return rows.isEmpty() || columns.isEmpty();
  }

  @Override
  protected void draw(Markup to) {
    double left = 10 + rows.stream().mapToDouble(Chart::width).max().orElse(0);
    double tall = pitch();
    double wide = Math.min(2 * TALLEST, (WIDTH - left - RIGHT) / columns.size());
    double gap = Math.min(1, Math.min(tall, wide) / 8);
    double bottom = rows.size() * tall + 4;
    double freeDown = 0;
    double allWide = columns.size() * wide - gap;
    double allTall = rows.size() * tall - gap;
    to.open("rect", "class", "none", "x", left, "y", 4.0, "width", allWide, "height", allTall)
        .close();
    for (int row = 0; row < rows.size(); row++) {
      double y = 4 + row * tall;
      if (y >= freeDown) {
        text(to, left - 6, y + tall / 2 + 4, "end", rows.get(row));
        freeDown = y + 13;
      }
      for (int column = 0; column < columns.size(); column++) {
        int strength = (int) Math.ceil(strengths[row][column] * STRENGTHS);
        String kind = "cell s" + Math.min(STRENGTHS, Math.max(0, strength));
        double x = left + column * wide;
        if (strength > 0) {
          rectangle(to, kind, x, y, wide - gap, tall - gap, tip.apply(row, column));
        }
      }
    }
    double free = 0;
    for (int column = 0; column < columns.size(); column++) {
      double half = width(columns.get(column)) / 2;
      double x = Math.min(left + (column + 0.5) * wide, WIDTH - half);
      if (x - half >= free) {
        text(to, x, bottom + LINE - 2, "middle", columns.get(column));
        free = x + half + 8;
      }
    }
    text(to, left + columns.size() * wide / 2, bottom + 2.2 * LINE, "middle", axis);
  }
}
