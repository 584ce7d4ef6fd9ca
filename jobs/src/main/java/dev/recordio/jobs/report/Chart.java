// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import java.util.regex.Pattern;

/**
 * A figure with a caption and an SVG that is as wide as its place. It is {@link #WIDTH} units wide,
 * so that its text can be read in a window of 400 pixels.
 */
abstract class Chart {
  static final double WIDTH = 400;

  /** The height of a line of text. */
  static final double LINE = 16;

  private static final double MIN_HEIGHT = 64;

  /** How wide a digit or small letter is, at most, but for m and w. */
  private static final double CHARACTER = 7.7;

  private static final Pattern BROAD = Pattern.compile("[A-Zmw@%…]");

  private final String title;

  /** Creates a chart with a caption, which is also its name. */
  Chart(String title) {
    this.title = title;
  }

  /** Returns the height, in the units of {@link #WIDTH}. */
  abstract double height();

  /** Whether there is nothing to draw. */
  abstract boolean isEmpty();

  /** Draws the content of the SVG. */
  abstract void draw(Markup to);

  /** Writes the figure. */
  final void write(Markup to) {
    to.open("figure").element("figcaption", title);
    String box = "0 0 400 " + Math.round(Math.max(MIN_HEIGHT, isEmpty() ? 0 : height()));
    to.open("svg", "viewBox", box, "role", "img", "aria-label", title);
    if (isEmpty()) {
      text(to, WIDTH / 2, 2 * LINE + 4, "middle", "nothing to show");
    } else {
      draw(to);
    }
    to.close().close();
  }

  /** Writes a text; {@code anchor} is what of it is at x: start, middle or end. */
  static void text(Markup to, double x, double y, String anchor, String text) {
    to.element("text", text, "x", x, "y", y, "text-anchor", anchor.equals("start") ? null : anchor);
  }

  /** Writes a rectangle, whose title appears when it is pointed at. */
  static void rectangle(
      Markup to, String kind, double x, double y, double width, double height, String tip) {
    to.open("rect", "class", kind, "x", x, "y", y, "width", width, "height", height);
    to.element("title", tip).close();
  }

  static void line(Markup to, double x1, double y1, double x2, double y2) {
    to.element("line", "", "x1", x1, "y1", y1, "x2", x2, "y2", y2);
  }

  /** Returns how wide a text is, about, and mostly not more. */
  static double width(String text) {
    double width = BROAD.matcher(text).results().count() * CHARACTER / 2;
    for (int i = 0; i < text.length(); i++) {
      width += text.charAt(i) < 0x1100 ? CHARACTER : 2 * CHARACTER; // ideographs are wide
    }
    return width;
  }
}
