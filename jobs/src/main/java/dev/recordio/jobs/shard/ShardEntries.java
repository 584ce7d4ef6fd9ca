// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.shard;

import dev.recordio.fs.stream.Files;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Writable;

/**
 * Reads the entries of a shard, from their offset in the plan of its folder.
 *
 * @param <V> an entry, which is reused
 */
public final class ShardEntries<V extends Writable> implements Closeable {
  private final V entry;
  private final DataInputStream in;
  private final long total;
  private long read;

  public ShardEntries(Configuration conf, PlannedShard shard, V entry) throws IOException {
    this.entry = entry;
    total = shard.records();
    Path file = ShardPlan.entries(ShardPlan.folder(conf), shard.folder());
    FSDataInputStream plan = Files.open(conf, file, Files.Reading.SEQUENTIAL);
    in = new DataInputStream(new BufferedInputStream(plan, 1 << 16));
    try {
      plan.seek(shard.planOffset());
    } catch (IOException | RuntimeException | Error e) {
      try (in) {
        throw e;
      }
    }
  }

  /** Reads the next entry; returns null after the last one. */
  public V next() throws IOException {
    if (read == total) {
      return null;
    }
    entry.readFields(in);
    read++;
    return entry;
  }

  /** Returns which part of the entries has been read, 0 to 1. */
  public float progress() {
    return total == 0 ? 1 : (float) read / total;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
