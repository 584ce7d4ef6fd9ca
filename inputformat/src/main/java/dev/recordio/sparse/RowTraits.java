// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse;

import java.util.Arrays;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * What the rows of a parser have in common so far. A parser keeps it from call to call, and the
 * traits of several files or tasks can be joined, so a row that differs is noticed in any of them.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class RowTraits {
  private long rows;
  private long weighted;
  private long grouped;
  private long valued;
  private long bare;
  private boolean firstWeighted;
  private boolean firstGrouped;
  private int cells;
  private boolean sameCells = true;
  private long columns = -1; // as the first row that says so has them
  private boolean sameColumns = true;
  private int entries = -1; // of the first row
  private boolean sameEntries = true;
  private long width = -1; // of a table: the most feature cells of a row
  private long droppedColumns; // as many as the entries need that were left out
  private long[] totals; // rows, features and labels as a file's first line has them; or null
  private final QueryIds queries = new QueryIds();

  /** Adds the rows of another parser, of the same options, after these. */
  public void add(RowTraits other) {
    boolean both = rows > 0 && other.rows > 0;
    sameCells &= other.sameCells && (!both || cells == other.cells);
    sameEntries &= other.rows == 0 || other.sameEntries && (!both || entries == other.entries);
    width = Math.max(width, other.width);
    dropped(other.droppedColumns);
    totals = totals == null ? other.totals : totals;
    if (rows == 0) {
      entries = other.entries;
      cells = other.cells;
      firstWeighted = other.firstWeighted;
      firstGrouped = other.firstGrouped;
    }
    if (other.columns >= 0) {
      columns(other.columns);
    }
    sameColumns &= other.sameColumns;
    rows += other.rows;
    weighted += other.weighted;
    grouped += other.grouped;
    valued += other.valued;
    bare += other.bare;
  }

  /** Adds the rows of a block that no parser made. */
  public void add(CsrBlock block) {
    if (rows == 0 && block.rows() > 0) {
      firstWeighted = block.hasWeight();
      firstGrouped = block.hasQid();
    }
    rows += block.rows();
    weighted += block.hasWeight() ? block.rows() : 0;
    grouped += block.hasQid() ? block.rows() : 0;
    valued += block.entries();
  }

  /** Counts the columns of entries that were left out. */
  @InterfaceAudience.Private
  public void dropped(long columns) {
    droppedColumns = Math.max(droppedColumns, columns);
  }

  /** Returns the number of columns that the entries left out would need; 0 without such entries. */
  @InterfaceAudience.Private
  public long droppedColumns() {
    return droppedColumns;
  }

  /**
   * Notes the numbers of rows, features and labels that a file's first line has.
   *
   * @return false when another file had such a line
   */
  @InterfaceAudience.Private
  public boolean setTotals(long[] said) {
    boolean isFirst = totals == null;
    totals = isFirst ? said : totals;
    return isFirst;
  }

  /** Returns the numbers of rows, features and labels of {@link #setTotals}; null for none. */
  @InterfaceAudience.Private
  public long[] totals() {
    return totals;
  }

  /** Counts a row and its entries. */
  @InterfaceAudience.Private
  public void row(boolean weight, boolean qid, int valuedEntries, int bareEntries) {
    int all = valuedEntries + bareEntries;
    if (rows == 0) {
      firstWeighted = weight;
      firstGrouped = qid;
      entries = all;
    }
    sameEntries &= entries == all;
    rows++;
    weighted += weight ? 1 : 0;
    grouped += qid ? 1 : 0;
    valued += valuedEntries;
    bare += bareEntries;
  }

  /** Whether the first row differs from a row with, or without, a weight. */
  @InterfaceAudience.Private
  public boolean weightDiffers(boolean weight) {
    return rows > 0 && weight != firstWeighted;
  }

  /** Whether the first row differs from a row with, or without, a query id. */
  @InterfaceAudience.Private
  public boolean qidDiffers(boolean qid) {
    return rows > 0 && qid != firstGrouped;
  }

  /**
   * Begins the rows of a query id that the row before does not have.
   *
   * @return whether earlier rows have it
   */
  @InterfaceAudience.Private
  public boolean query(long qid) {
    return queries.add(qid);
  }

  /** Returns the query ids, for {@link #addQueries}. */
  @InterfaceAudience.Private
  public long[] queries() {
    return queries.toArray();
  }

  /**
   * Adds the query ids of the rows that follow.
   *
   * @return how many of the ids earlier rows have, not counting the last row
   */
  @InterfaceAudience.Private
  public long addQueries(long[] others) {
    return queries.add(others);
  }

  /**
   * Sets the number of cells of a CSV row, before the row is counted; returns false if the first
   * row has another number.
   *
   * @param features the number of feature cells, empty ones included
   */
  @InterfaceAudience.Private
  public boolean cells(int count, int features) {
    width = Math.max(width, features);
    if (rows == 0) {
      cells = count;
    }
    sameCells &= cells == count;
    return cells == count;
  }

  /**
   * Sets the number of columns that a row states for all rows.
   *
   * @return false if an earlier row stated another number, which stays
   */
  @InterfaceAudience.Private
  public boolean columns(long count) {
    if (columns < 0) {
      columns = count;
    }
    sameColumns &= columns == count;
    return columns == count;
  }

  /**
   * Returns the first rule that the rows break together: {@link ParseRule#MIXED_WEIGHTS}, {@link
   * ParseRule#MIXED_QIDS}, {@link ParseRule#MIXED_VALUES} or {@link ParseRule#RAGGED_ROW}; null if
   * none.
   */
  public ParseRule conflict() {
    if (weighted != 0 && weighted != rows) {
      return ParseRule.MIXED_WEIGHTS;
    }
    if (grouped != 0 && grouped != rows) {
      return ParseRule.MIXED_QIDS;
    }
    if (valued != 0 && bare != 0) {
      return ParseRule.MIXED_VALUES;
    }
    return sameCells ? null : ParseRule.RAGGED_ROW;
  }

  /** Whether none of these rows has a weight, and some of the rows that follow have one. */
  @InterfaceAudience.Private
  public boolean addsWeights(RowTraits next) {
    return rows > 0 && weighted == 0 && next.weighted > 0;
  }

  /**
   * Returns what {@link #conflict} checks, to be sent to another process: rows, rows with a weight,
   * rows with a query id, entries with and without a value, cells (-1 when rows differ), columns
   * (-1 when rows do not state them, -2 when they differ), entries of a row (-1 when rows differ),
   * feature cells of a table (-1 for other formats), columns of entries left out, and rows,
   * features and labels as the first line states them (-1 for none).
   */
  public long[] counts() {
    return new long[] {
      rows,
      weighted,
      grouped,
      valued,
      bare,
      sameCells ? cells : -1,
      sameColumns ? columns : -2,
      sameEntries ? entries : -1,
      width,
      droppedColumns,
      totals == null ? -1 : totals[0],
      totals == null ? -1 : totals[1],
      totals == null ? -1 : totals[2]
    };
  }

  /** Returns traits with these {@link #counts}, for {@link #add} and {@link #conflict}. */
  public static RowTraits ofCounts(long[] counts) {
    var traits = new RowTraits();
    traits.rows = counts[0];
    traits.weighted = counts[1];
    traits.firstWeighted = counts[1] > 0; // as all rows, where they are alike
    traits.grouped = counts[2];
    traits.firstGrouped = counts[2] > 0;
    traits.valued = counts[3];
    traits.bare = counts[4];
    traits.sameCells = counts[5] >= 0;
    traits.cells = (int) Math.max(0, counts[5]);
    if (counts.length > 6) { // job counters have no columns
      traits.sameColumns = counts[6] != -2;
      traits.columns = Math.max(-1, counts[6]);
      traits.sameEntries = counts[7] >= 0;
      traits.entries = (int) counts[7];
      traits.width = counts[8];
      traits.droppedColumns = counts[9];
      traits.totals = counts[10] < 0 ? null : Arrays.copyOfRange(counts, 10, 13);
    }
    return traits;
  }

  /** Whether all rows that state a number of columns state the same number. */
  public boolean hasSameColumns() {
    return sameColumns;
  }

  /**
   * Returns the number of columns that the rows state, or of feature cells of a table; -1 for other
   * formats.
   */
  public long columns() {
    return Math.max(columns, width);
  }

  /** Returns the entries of each row; -1 when there are no rows, or they differ. */
  @InterfaceAudience.Private
  public int entriesOfRow() {
    return sameEntries ? entries : -1;
  }

  /** Returns the number of rows. */
  public long rows() {
    return rows;
  }

  /** Returns the number of rows with a weight. */
  public long weighted() {
    return weighted;
  }

  /** Returns the number of rows with a query id. */
  public long grouped() {
    return grouped;
  }

  /** Returns the number of entries with a value. */
  public long valued() {
    return valued;
  }

  /** Returns the number of entries without a value, which is 1 then. */
  public long bare() {
    return bare;
  }

  /** Returns the number of cells of the first CSV row; 0 for other formats. */
  public int cells() {
    return cells;
  }
}
