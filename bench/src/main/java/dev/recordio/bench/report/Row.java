// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.report;

import java.util.List;

/**
 * The result of a comparison as text, one cell for each of {@link #COLUMNS}: what a CSV file holds,
 * and what tables and charts are made of. A cell is empty where a figure is not known or makes no
 * sense.
 */
public final class Row {
  /** The names of the cells. A ratio is how many times as fast as the peer the library is. */
  public static final List<String> COLUMNS =
      List.of(
          "suite",
          "case",
          "peer",
          "record",
          "ratio",
          "low",
          "high",
          "cpu ratio",
          "cpu low",
          "cpu high",
          "rounds",
          "GB/s",
          "peer GB/s",
          "s",
          "peer s",
          "cpu s",
          "peer cpu s",
          "peak MB",
          "peer peak MB",
          "A/A",
          "cpu A/A",
          "load",
          "facts",
          "void",
          "machine",
          "command");

  /**
   * How many times as fast as the peer the library is.
   *
   * @param median of all rounds; NaN if it is not known
   * @param low the lowest
   * @param high the highest
   */
  public record Ratio(double median, double low, double high) {
    static final Ratio UNKNOWN = new Ratio(Double.NaN, Double.NaN, Double.NaN);

    /** Whether it is known. */
    public boolean isKnown() {
      return !Double.isNaN(median);
    }
  }

  private final List<String> cells;

  /**
   * Makes a row of its cells.
   *
   * @throws IllegalArgumentException if there are more or fewer than columns
   */
  public Row(List<String> cells) {
    if (cells.size() != COLUMNS.size()) {
      throw new IllegalArgumentException(
          "expected " + COLUMNS.size() + " cells, found " + cells.size() + ": " + cells);
    }
    this.cells = List.copyOf(cells);
  }

  /** Returns the cells, in the order of {@link #COLUMNS}. */
  public List<String> cells() {
    return cells;
  }

  /** Returns the cell of a column. */
  public String cell(String column) {
    return cells.get(COLUMNS.indexOf(column));
  }

  /** Returns the ratios by the clock: median, lowest and highest. */
  public Ratio wall() {
    return spread("ratio", "low", "high");
  }

  /** Returns the ratios by processor time. */
  public Ratio cpu() {
    return spread("cpu ratio", "cpu low", "cpu high");
  }

  /** Whether the ratios by the clock prove nothing. */
  public boolean isWallVoid() {
    return cell("void").contains("ratio: ");
  }

  /** Whether the ratios by processor time prove nothing. */
  public boolean isCpuVoid() {
    return cell("void").contains("CPU: ");
  }

  private Ratio spread(String median, String low, String high) {
    return cell(median).isEmpty()
        ? Ratio.UNKNOWN
        : new Ratio(
            Double.parseDouble(cell(median)),
            Double.parseDouble(cell(low)),
            Double.parseDouble(cell(high)));
  }
}
