// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.copy;

import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.shard.ByteShardCutter;
import dev.recordio.jobs.shard.CountShardCutter;
import dev.recordio.jobs.shard.PlannedShard;
import dev.recordio.jobs.shard.ShardPlan;
import dev.recordio.jobs.shard.ShardSetting;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * One output of a copy during planning: first its records are counted, then their entries are
 * written shard by shard.
 */
final class CopyOutput implements Closeable {
  private final String folder;
  private final List<PlannedShard> shards = new ArrayList<>();
  private final CopyEntry entry = new CopyEntry();

  private long records;
  private long bytes;
  private FSDataOutputStream out;
  private long written;
  private CountShardCutter byCount; // or
  private ByteShardCutter bySize;
  private int shardCount;

  /**
   * @param folder a folder below the job's output, or empty for the output itself
   */
  CopyOutput(String folder) {
    this.folder = folder;
  }

  /** Counts a record of {@code length} bytes. */
  void count(int length) {
    records++;
    bytes += length;
  }

  /** Begins to write entries, after all records are counted. */
  void open(FileSystem fs, Path plan, ShardSetting setting) throws IOException {
    shardCount = setting.count(bytes, records);
    if (setting.byCount()) {
      byCount = new CountShardCutter(records, shardCount);
    } else {
      bySize = new ByteShardCutter(shardCount, bytes);
    }
    Path file = ShardPlan.entries(plan, folder);
    out = Files.create(fs, file);
  }

  /** Writes the entry of the next record. */
  void add(int file, long offset, int length, long key) throws IOException {
    int shard = byCount != null ? byCount.shardOf(written) : bySize.next(length);
    openUpTo(shard);
    shards.get(shard).add(length);
    entry.file = file;
    entry.offset = offset;
    entry.length = length;
    entry.key = key;
    entry.write(out);
    written++;
  }

  private void openUpTo(int shard) {
    while (shards.size() <= shard) {
      shards.add(new PlannedShard(folder, shards.size(), out.getPos()));
    }
  }

  /** Shards without records are written too: the user asked for this many. */
  List<PlannedShard> finish() throws IOException {
    openUpTo(shardCount - 1);
    close();
    return shards;
  }

  @Override
  public void close() throws IOException {
    if (out != null) {
      out.close();
    }
  }
}
