// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.shard;

import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrSource;
import java.io.IOException;
import java.util.Arrays;

/**
 * Decides where row groups end: a group takes as many rows as its bounds allow. With query ids it
 * ends only before a query, which is a run of rows with the same id; a query beyond the bounds is a
 * row group of its own.
 */
final class RowGroups implements CsrSource.Visitor {
  private final long maxRows;
  private final long maxBytes;
  private final long rowBytes;
  private final long entryBytes;
  private final boolean queries;

  private long[] ends = new long[4];
  private int count;
  private long row; // the next one of the shard
  private long rows; // of the row group so far
  private long bytes;
  private long openRows; // of its last query
  private long openBytes;
  private long lastQid;

  private RowGroups(long maxRows, long maxBytes, long rowBytes, long entryBytes, boolean queries) {
    this.maxRows = maxRows;
    this.maxBytes = maxBytes;
    this.rowBytes = rowBytes;
    this.entryBytes = entryBytes;
    this.queries = queries;
  }

  /**
   * Returns after which row of a shard each row group ends, ascending; the last is all rows.
   *
   * @param maxRows the most rows of a group, at least 1
   * @param maxBytes the most bytes of a group
   * @param rowBytes the bytes of a row without entries
   * @param entryBytes the bytes of an entry
   * @param queries whether no group ends within a query
   */
  static long[] of(
      CsrSource source,
      long maxRows,
      long maxBytes,
      long rowBytes,
      long entryBytes,
      boolean queries)
      throws IOException {
    var groups = new RowGroups(maxRows, maxBytes, rowBytes, entryBytes, queries);
    source.pass(groups);
    if (groups.rows > 0) {
      groups.end(groups.row);
    }
    return Arrays.copyOf(groups.ends, groups.count);
  }

  @Override
  public void block(CsrBlock block) {
    long[] qids = block.qids();
    for (int r = 0; r < block.rows(); r++) {
      long more = rowBytes + entryBytes * (block.offset(r + 1) - block.offset(r));
      if (!queries || row == 0 || qids[r] != lastQid) {
        openRows = 0;
        openBytes = 0;
        lastQid = qids[r];
      }
      boolean fits = rows < maxRows && bytes + more <= maxBytes;
      if (!fits && rows > openRows) {
        end(row - openRows);
        rows = openRows;
        bytes = openBytes;
      }
      row++;
      rows++;
      bytes += more;
      openRows++;
      openBytes += more;
    }
  }

  private void end(long after) {
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, 2 * count);
    }
    ends[count++] = after;
  }
}
