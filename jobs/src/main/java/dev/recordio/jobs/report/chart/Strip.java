// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report.chart;

import java.util.ArrayList;
import java.util.List;

/** Pieces of a whole, in their order, in rows that are as long as their share. */
public final class Strip extends Chart {
  private static final double TALL = 26;
  private static final double EDGE = 6;

  private record Piece(double length, boolean isOther, String tip) {}

  private final String from;
  private final String to;
  private final List<Piece> pieces = new ArrayList<>();

  /**
   * Creates a strip without pieces.
   *
   * @param from what is at its left end
   * @param to what is at its right end
   */
  public Strip(String title, String summary, String from, String to) {
    super(title, summary);
    this.from = from;
    this.to = to;
  }

  /**
   * Adds a piece.
   *
   * @param isOther whether it has the second of two shades
   */
  public Strip add(double length, boolean isOther, String tip) {
    pieces.add(new Piece(length, isOther, tip));
    return this;
  }

  @Override
  protected double height() {
    return EDGE + TALL + 1.6 * LINE;
  }

  @Override
  protected boolean isEmpty() {
    return pieces.isEmpty();
  }

  @Override
  protected void draw(Markup out) {
    double whole = Math.max(1e-9, pieces.stream().mapToDouble(Piece::length).sum());
    double room = WIDTH - 2 * EDGE;
    double x = EDGE;
    for (Piece piece : pieces) {
      double wide = room * piece.length / whole;
      double gap = Math.min(1.5, wide / 6);
      String kind = piece.isOther ? "bar second" : "bar";
      rectangle(out, kind, x, EDGE, Math.max(0.2, wide - gap), TALL, piece.tip);
      x += wide;
    }
    text(out, EDGE, EDGE + TALL + LINE, "start", from);
    text(out, WIDTH - EDGE, EDGE + TALL + LINE, "end", to);
  }
}
