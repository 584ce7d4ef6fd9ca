// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

/**
 * Decides where pieces of rows end, shards or row groups: a piece takes as many rows as its bounds
 * allow. With groups kept it ends only before a group, which is a run of rows with the same query
 * id. A single row or group beyond the bounds is its own piece.
 */
public final class RowCutter {
  /** The bounds of a piece. */
  @FunctionalInterface
  public interface Bounds {
    /** Whether a piece may have so many rows, entries, groups, and bytes of lines. */
    boolean allow(long rows, long entries, long groups, long lines);
  }

  private final boolean keepGroups;
  private final Bounds bounds;

  // The piece's rows so far, and its rows before the last group.
  private final Count all = new Count();
  private final Count closed = new Count();
  private final Count candidate = new Count();
  private boolean grouped;
  private long lastQid;
  private boolean oversized;

  /** The counts that determine the size of a piece. */
  private static final class Count {
    private long rows;
    private long entries;
    private long groups;
    private long lines;

    void set(Count other) {
      set(other.rows, other.entries, other.groups, other.lines);
    }

    void set(long newRows, long newEntries, long newGroups, long newLines) {
      rows = newRows;
      entries = newEntries;
      groups = newGroups;
      lines = newLines;
    }
  }

  public RowCutter(boolean keepGroups, Bounds bounds) {
    this.keepGroups = keepGroups;
    this.bounds = bounds;
  }

  /**
   * Takes the next row.
   *
   * @return how many of the earlier rows that were not yet returned form a piece; 0 when the piece
   *     continues
   */
  public long next(long entries, long lines, boolean hasQid, long qid) {
    boolean newGroup = !grouped || !hasQid || qid != lastQid;
    grouped = true;
    lastQid = qid;
    if (newGroup || !keepGroups) {
      closed.set(all);
    }
    candidate.set(
        all.rows + 1, all.entries + entries, all.groups + (newGroup ? 1 : 0), all.lines + lines);
    if (fits(candidate) || closed.rows == 0) {
      all.set(candidate);
      return 0;
    }
    oversized = !fits(closed);
    long piece = closed.rows;
    boolean withinGroup = !newGroup && !keepGroups; // the next piece begins there
    all.set(
        candidate.rows - closed.rows,
        candidate.entries - closed.entries,
        candidate.groups - closed.groups + (withinGroup ? 1 : 0),
        candidate.lines - closed.lines);
    closed.set(0, 0, 0, 0);
    return piece;
  }

  /** Ends the last piece; returns its number of rows, 0 when there is none. */
  public long finish() {
    oversized = !fits(all);
    long piece = all.rows;
    all.set(0, 0, 0, 0);
    closed.set(all);
    grouped = false;
    return piece;
  }

  /** Whether the piece that ended last is beyond the bounds. */
  public boolean oversized() {
    return oversized;
  }

  private boolean fits(Count count) {
    return bounds.allow(count.rows, count.entries, count.groups, count.lines);
  }
}
