// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.shard;

import dev.recordio.sparse.layout.ShardCounts;
import dev.recordio.sparse.layout.ShardEncoder;

/**
 * Decides where shards end: a shard takes as many rows as its bounds allow. With groups it ends
 * only before a group, which is a run of rows with the same query id. A single row or group beyond
 * the bounds is its own shard.
 */
final class RowShardCutter {
  private final CsrSettings settings;
  private final ShardEncoder encoder;
  private final ShardCounts counts;

  // The shard's rows so far, and its rows before the last group.
  private final Count all = new Count();
  private final Count closed = new Count();
  private final Count candidate = new Count();
  private boolean grouped;
  private long lastQid;
  private boolean oversized;

  /** The counts that determine the size of a shard. */
  private static final class Count {
    private long rows;
    private long entries;
    private long groups;
    private long lines;

    void set(Count other) {
      rows = other.rows;
      entries = other.entries;
      groups = other.groups;
      lines = other.lines;
    }

    void add(long newEntries, long newGroups, long newLines) {
      rows++;
      entries += newEntries;
      groups += newGroups;
      lines += newLines;
    }

    void subtract(Count other) {
      rows -= other.rows;
      entries -= other.entries;
      groups -= other.groups;
      lines -= other.lines;
    }
  }

  /** Makes a cutter. */
  RowShardCutter(CsrSettings settings, ShardEncoder encoder, ShardCounts counts) {
    this.settings = settings;
    this.encoder = encoder;
    this.counts = counts;
  }

  /**
   * Takes the next row.
   *
   * @return how many of the earlier rows that were not yet returned form a shard; 0 when the shard
   *     continues
   */
  long next(long entries, long lines, boolean hasQid, long qid) {
    boolean newGroup = !grouped || !hasQid || qid != lastQid;
    grouped = true;
    lastQid = qid;
    if (newGroup || !settings.keepGroups()) {
      closed.set(all);
    }
    candidate.set(all);
    candidate.add(entries, newGroup ? 1 : 0, lines);
    if (fits(candidate) || closed.rows == 0) {
      all.set(candidate);
      return 0;
    }
    oversized = !fits(closed);
    long shard = closed.rows;
    candidate.subtract(closed);
    if (!newGroup && !settings.keepGroups()) {
      candidate.groups++; // the shard begins within a group
    }
    all.set(candidate);
    closed.set(new Count());
    return shard;
  }

  /** Ends the last shard; returns its number of rows, 0 when there is none. */
  long finish() {
    oversized = !fits(all);
    long shard = all.rows;
    all.set(new Count());
    closed.set(all);
    grouped = false;
    return shard;
  }

  /** Whether the shard that ended last is beyond the bounds. */
  boolean oversized() {
    return oversized;
  }

  private boolean fits(Count count) {
    counts.set(count.rows, count.entries, count.groups, count.lines);
    return count.rows <= settings.shardRows() && encoder.bytes(counts) <= settings.shardBytes();
  }
}
