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
 * The entries of a plan whose units are shards: a file of them for each output folder. A task reads
 * only the entries of its shard, from their offset in the file.
 *
 * @param <V> an entry, which is reused
 */
public final class ShardEntries<V extends Writable> implements Closeable {
  /** Key of the folder that holds the entries while the job runs. */
  private static final String PLAN_DIR = "recordio.job.plan-dir";

  private final V entry;
  private final DataInputStream in;
  private final long total;
  private long read;

  public ShardEntries(Configuration conf, PlannedShard shard, V entry) throws IOException {
    this.entry = entry;
    total = shard.records();
    Path file = file(plan(conf), shard.folder());
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

  /**
   * Passes the entries to a job.
   *
   * @param folder the folder that holds them
   */
  public static void setPlan(Configuration conf, Path folder) {
    conf.set(PLAN_DIR, folder.toString());
  }

  /** Returns the folder that holds the plan. */
  public static Path plan(Configuration conf) {
    return new Path(conf.get(PLAN_DIR));
  }

  /**
   * Returns the file with the entries, shard by shard.
   *
   * @param plan the folder that holds the plan
   * @param folder the shards' folder below the output; empty for the output itself
   */
  public static Path file(Path plan, String folder) {
    return new Path(plan, folder.isEmpty() ? "entries" : "entries-" + folder);
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

  @Override
  public void close() throws IOException {
    in.close();
  }
}
