// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.copy;

import dev.recordio.fs.stream.CloseOnFailure;
import dev.recordio.jobs.shard.PlannedShard;
import dev.recordio.jobs.shard.ShardEntries;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * The entries of the shards that a task writes, in the order of the input, and which of the task's
 * shards each is for.
 */
final class CopyEntries implements Closeable {
  private final List<ShardEntries<CopyEntry>> shards = new ArrayList<>();
  private final List<CopyEntry> next = new ArrayList<>(); // of each shard; null after the last
  private int current = -1;
  private long total;
  private long read;

  CopyEntries(Configuration conf, List<PlannedShard> planned) throws IOException {
    try {
      for (PlannedShard shard : planned) {
        var entries = new ShardEntries<>(conf, shard, new CopyEntry());
        shards.add(entries);
        next.add(entries.next());
        total += shard.records();
      }
    } catch (IOException | RuntimeException | Error e) {
      try (this) {
        throw e;
      }
    }
  }

  /** Steps to the next entry; false after the last one. */
  boolean next() throws IOException {
    if (current >= 0) {
      next.set(current, shards.get(current).next());
    }
    current = -1;
    for (int i = 0; i < next.size(); i++) {
      if (next.get(i) != null && (current < 0 || next.get(i).isBefore(next.get(current)))) {
        current = i;
      }
    }
    read++;
    return current >= 0;
  }

  int shard() {
    return current;
  }

  /** Returns the entry, which is reused. */
  CopyEntry entry() {
    return next.get(current);
  }

  /** Returns which part of the entries has been read, 0 to 1. */
  float progress() {
    return total == 0 ? 1 : Math.min(1f, (float) read / total);
  }

  @Override
  public void close() throws IOException {
    CloseOnFailure.closeAll(shards);
  }
}
