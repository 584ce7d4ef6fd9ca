// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange.copy;

import dev.recordio.jobs.shard.ShardSplit;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;

/**
 * The shards that one task writes: at most one of each folder, all from about the same part of the
 * input, so that it is read once for all of them.
 */
final class CopySplit extends InputSplit implements Writable {
  /** Each shard has its own buffer while it is written. */
  private static final int MAX_SHARDS = 16;

  private final List<ShardSplit> shards = new ArrayList<>();

  /**
   * Groups shards: those with the same number, from folders with equally many shards, since shard i
   * of n holds about the i-th n-th of the input.
   *
   * @param shards folder by folder
   */
  static List<CopySplit> group(List<ShardSplit> shards) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    shards.forEach(shard -> counts.merge(shard.folder(), 1, Integer::sum));
    Map<List<Integer>, CopySplit> open = new LinkedHashMap<>();
    var groups = new ArrayList<CopySplit>();
    for (ShardSplit shard : shards) {
      List<Integer> alike = List.of(counts.get(shard.folder()), shard.shard());
      CopySplit group = open.get(alike);
      if (group == null || group.shards.size() == MAX_SHARDS) {
        group = new CopySplit();
        open.put(alike, group);
        groups.add(group);
      }
      group.shards.add(shard);
    }
    return groups;
  }

  /** Returns the shards. */
  List<ShardSplit> shards() {
    return shards;
  }

  @Override
  public long getLength() {
    return shards.stream().mapToLong(ShardSplit::getLength).sum();
  }

  @Override
  public String[] getLocations() {
    return new String[0];
  }

  @Override
  public void write(DataOutput out) throws IOException {
    ShardSplit.writeAll(out, shards);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    shards.clear();
    shards.addAll(ShardSplit.readAll(in));
  }

  @Override
  public String toString() {
    return shards.toString();
  }
}
