// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import dev.recordio.sparse.CsrBlock;

/**
 * What the size of a shard depends on: the optional numbers that its rows have, seen block by
 * block, and how many rows and entries there are. Made once and set again for each row.
 */
public final class ShardCounts {
  private final long columns;
  private final int margins;
  private boolean hasWeight;
  private boolean hasQid;
  private boolean hasField;
  private long rows;
  private long entries;
  private long groups;
  private long rowBytes;

  /**
   * Creates counts of no rows.
   *
   * @param columns of all shards; 0 when they are not known
   * @param margins base margins of a row
   * @param hasWeight whether all rows have weights, whatever the blocks have
   * @param hasQid whether all rows have query ids, whatever the blocks have
   */
  public ShardCounts(long columns, int margins, boolean hasWeight, boolean hasQid) {
    this.columns = columns;
    this.margins = margins;
    this.hasWeight = hasWeight;
    this.hasQid = hasQid;
  }

  /** Notes which optional numbers the next rows have: then all rows of a shard have them. */
  public void see(CsrBlock block) {
    hasWeight |= block.hasWeight();
    hasQid |= block.hasQid();
    hasField |= block.hasField();
  }

  /**
   * Sets the counts.
   *
   * @param newGroups runs of rows with the same query id
   * @param newRowBytes the sum of {@link ShardEncoder#rowBytes}
   * @return this
   */
  public ShardCounts set(long newRows, long newEntries, long newGroups, long newRowBytes) {
    rows = newRows;
    entries = newEntries;
    groups = newGroups;
    rowBytes = newRowBytes;
    return this;
  }

  /** Returns the columns of all shards; 0 when they are not known. */
  public long columns() {
    return columns;
  }

  int margins() {
    return margins;
  }

  /** Whether rows have weights. */
  public boolean hasWeight() {
    return hasWeight;
  }

  /** Whether rows have query ids. */
  public boolean hasQid() {
    return hasQid;
  }

  boolean hasField() {
    return hasField;
  }

  /** Returns the number of rows. */
  public long rows() {
    return rows;
  }

  /** Returns the number of entries. */
  public long entries() {
    return entries;
  }

  public long groups() {
    return groups;
  }

  public long rowBytes() {
    return rowBytes;
  }
}
