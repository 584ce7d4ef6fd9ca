// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The ratios of a suite as an SVG: a line a row, with the median as a mark and the lowest and the
 * highest as its whiskers, on a logarithmic axis; a disc by the clock, a ring by processor time.
 * Right of 1 the library is faster. What is void is pale.
 */
public final class RatioChart {
  private static final int WIDTH = 960;
  private static final int TOP = 62;
  private static final int LINE = 24;
  private static final int RECORD_RIGHT = 336;
  private static final int LEFT = 352;
  private static final int RIGHT = 672;
  private static final int RATIO_RIGHT = 728;
  private static final int PEER = 744;
  private static final int MAX_CASE = 42;
  private static final int MAX_PEER = 32;
  private static final double[] TICKS = {0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500};

  /** Colours for the page's light or dark ground. */
  private static final String STYLE =
      """
      .ground { fill: #fff }
      text { font: 12px system-ui, sans-serif; fill: #24292f }
      .title { font-size: 15px; font-weight: 600 }
      .pale { fill: #656d76 }
      .grid { stroke: #d0d7de; stroke-width: 1 }
      .one { stroke: #656d76; stroke-width: 1.5 }
      .wall { stroke: #0b62c4; stroke-width: 2 }
      .wall.mark { fill: #0b62c4 }
      .cpu { stroke: #b35900; stroke-width: 1.5; fill: none }
      .void { opacity: .35 }
      @media (prefers-color-scheme: dark) {
        .ground { fill: #0d1117 }
        text { fill: #e6edf3 }
        .pale { fill: #9198a1 }
        .grid { stroke: #3d444d }
        .one { stroke: #9198a1 }
        .wall { stroke: #6cb2ff }
        .wall.mark { fill: #6cb2ff }
        .cpu { stroke: #f0a04b }
      }
      """;

  private final List<Row> rows;
  private final double low;
  private final double high;
  private final StringBuilder svg = new StringBuilder();

  private RatioChart(List<Row> rows) {
    this.rows = rows;
    low = ticks().filter(tick -> tick <= figures().min().orElse(1)).max().orElse(TICKS[0]);
    high =
        ticks()
            .filter(tick -> tick >= figures().max().orElse(1))
            .min()
            .orElse(TICKS[TICKS.length - 1]);
  }

  /** Returns the chart of the rows of one suite. */
  public static String of(String suite, List<Row> rows) {
    return new RatioChart(rows).draw(suite);
  }

  private static DoubleStream ticks() {
    return DoubleStream.of(TICKS);
  }

  /** All figures, and 1, so that it is on the axis. */
  private DoubleStream figures() {
    return DoubleStream.concat(
        DoubleStream.of(0.9, 1.1),
        rows.stream()
            .flatMap(row -> Stream.of(row.wall(), row.cpu()))
            .filter(Row.Ratio::isKnown)
            .flatMapToDouble(spread -> DoubleStream.of(spread.low(), spread.high())));
  }

  private String draw(String suite) {
    int height = TOP + rows.size() * LINE + 16;
    String id = "chart-" + suite;
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-12 -8 %d %d\" width=\"%d\""
                + " height=\"%d\" role=\"img\" aria-labelledby=\"%s\">\n"
                + "<title id=\"%s\">%s: how many times as fast as each peer</title>\n"
                + "<style>\n%s</style>\n"
                + "<rect class=\"ground\" x=\"-12\" y=\"-8\" width=\"100%%\" height=\"100%%\"/>\n",
            WIDTH,
            height,
            WIDTH,
            height,
            id,
            id,
            Html.escape(suite),
            STYLE));
    text("title", 0, 18, "start", suite);
    text("pale", 0, 38, "start", "times as fast as the peer: median, lowest to highest");
    legend();
    axis(height - 24);
    for (int i = 0; i < rows.size(); i++) {
      line(rows.get(i), TOP + i * LINE + LINE / 2);
    }
    return svg.append("</svg>\n").toString();
  }

  private void legend() {
    add("<circle class=\"wall mark\" cx=\"%d\" cy=\"14\" r=\"4\"/>", LEFT);
    text("", LEFT + 10, 18, "start", "by the clock");
    add("<circle class=\"cpu\" cx=\"%d\" cy=\"14\" r=\"4\"/>", LEFT + 110);
    text("", LEFT + 120, 18, "start", "by processor time");
    text("pale", LEFT + 236, 18, "start", "pale: void");
    text("pale", PEER, 18, "start", "peer");
  }

  private void axis(int bottom) {
    ticks()
        .filter(tick -> tick >= low && tick <= high)
        .forEach(
            tick -> {
              double x = x(tick);
              add(
                  "<line class=\"%s\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>",
                  tick == 1 ? "one" : "grid", x, TOP - 10, x, bottom);
              text("pale", x, TOP - 16, "middle", number(tick) + "x");
            });
  }

  private void line(Row row, int y) {
    String name = row.cell("case");
    String facts = row.cell("facts");
    String whole = facts.isEmpty() ? name : name + " (" + facts + ")";
    svg.append("<g><title>")
        .append(Html.escape(whole + " against " + row.cell("peer")))
        .append("</title>\n");
    text("", 0, y + 4, "start", cut(name, MAX_CASE));
    text("pale", RECORD_RIGHT, y + 4, "end", row.cell("record"));
    mark(row.cpu(), row.isCpuVoid() ? "cpu void" : "cpu", "", y + 4);
    mark(row.wall(), row.isWallVoid() ? "wall void" : "wall", " mark", y - 3);
    if (row.wall().isKnown()) {
      text(row.isWallVoid() ? "pale" : "", RATIO_RIGHT, y + 4, "end", row.cell("ratio"));
    }
    text("pale", PEER, y + 4, "start", cut(row.cell("peer"), MAX_PEER));
    svg.append("</g>\n");
  }

  private void mark(Row.Ratio spread, String whisker, String filled, int y) {
    if (!spread.isKnown()) {
      return;
    }
    add(
        "<line class=\"%s\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>",
        whisker, x(spread.low()), y, x(spread.high()), y);
    add(
        "<circle class=\"%s%s\" cx=\"%.1f\" cy=\"%d\" r=\"3.5\"/>",
        whisker, filled, x(spread.median()), y);
  }

  private double x(double ratio) {
    double bounded = Math.min(high, Math.max(low, ratio));
    return LEFT + (RIGHT - LEFT) * Math.log(bounded / low) / Math.log(high / low);
  }

  private void text(String style, double x, int y, String anchor, String content) {
    if (!content.isEmpty()) {
      String styled = style.isEmpty() ? "" : " class=\"" + style + "\"";
      add(
          "<text%s x=\"%.1f\" y=\"%d\" text-anchor=\"%s\">%s</text>",
          styled, x, y, anchor, Html.escape(content));
    }
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  private static String number(double tick) {
    return tick == Math.rint(tick) ? Long.toString((long) tick) : Double.toString(tick);
  }

  private static String cut(String text, int max) {
    return text.length() <= max ? text : text.substring(0, max - 1) + "…";
  }
}
