// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report.chart;

import java.util.regex.Pattern;

/**
 * A figure with a caption and an SVG that is as wide as its place. It is {@link #WIDTH} units wide,
 * so that its text can be read in a window of 400 pixels.
 */
public abstract class Chart {
  /** The width of every chart. */
  protected static final double WIDTH = 400;

  /** The height of a line of text in a chart. */
  protected static final double LINE = 16;

  private static final double MIN_HEIGHT = 64;

  /** How wide a digit or small letter of a chart's text is, at most, but for m and w. */
  private static final double CHARACTER = 7.7;

  private static final Pattern BROAD = Pattern.compile("[A-Zmw@%…]");

  private final String title;
  private final String summary;

  /**
   * Creates a chart.
   *
   * @param title its caption, and its name
   * @param summary what it shows, in a sentence, for those who do not see it; it may be empty
   */
  protected Chart(String title, String summary) {
    this.title = title;
    this.summary = summary;
  }

  /** Returns the height, in the units of {@link #WIDTH}. */
  protected abstract double height();

  /** Whether there is nothing to draw. */
  protected abstract boolean isEmpty();

  /** Draws the content of the SVG. */
  protected abstract void draw(Markup to);

  /** Writes the figure. */
  public final void write(Markup to) {
    String titleName = to.newName();
    String summaryName = to.newName();
    double height = Math.max(MIN_HEIGHT, isEmpty() ? 0 : height());
    to.open("figure").element("figcaption", title);
    to.open(
        "svg",
        "viewBox",
        "0 0 400 " + Math.round(height),
        "width",
        WIDTH,
        "height",
        (double) Math.round(height),
        "role",
        "img",
        "aria-labelledby",
        titleName,
        "aria-describedby",
        summary.isEmpty() ? null : summaryName);
    to.element("title", title, "id", titleName);
    if (!summary.isEmpty()) {
      to.element("desc", summary, "id", summaryName);
    }
    if (isEmpty()) {
      text(to, WIDTH / 2, 2 * LINE + 4, "middle", "nothing to show");
    } else {
      draw(to);
    }
    to.close();
    if (!summary.isEmpty()) {
      to.element("p", summary, "class", "note");
    }
    to.close();
  }

  /**
   * Writes a text.
   *
   * @param anchor start, middle or end: what of the text is at x
   */
  protected static void text(Markup to, double x, double y, String anchor, String text) {
    to.element("text", text, "x", x, "y", y, "text-anchor", anchor.equals("start") ? null : anchor);
  }

  /** Writes a rectangle, whose title appears when it is pointed at. */
  protected static void rectangle(
      Markup to, String kind, double x, double y, double width, double height, String tip) {
    to.open("rect", "class", kind, "x", x, "y", y, "width", width, "height", height);
    to.element("title", tip).close();
  }

  /** Writes a horizontal or vertical line. */
  protected static void line(Markup to, double x1, double y1, double x2, double y2) {
    to.open("line", "x1", x1, "y1", y1, "x2", x2, "y2", y2).close();
  }

  /** Returns how wide a text is, about, and mostly not more. */
  protected static double width(String text) {
    double width = BROAD.matcher(text).results().count() * CHARACTER / 2;
    for (int i = 0; i < text.length(); i++) {
      width += text.charAt(i) < 0x1100 ? CHARACTER : 2 * CHARACTER; // ideographs are wide
    }
    return width;
  }
}
