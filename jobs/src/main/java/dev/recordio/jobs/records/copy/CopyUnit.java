// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.copy;

import dev.recordio.jobs.job.Serde;
import dev.recordio.jobs.rows.SourceFile;
import dev.recordio.jobs.shard.PlannedShard;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * What a task copies.
 *
 * @param sources the files that the records of the shards are in, by their numbers
 */
record CopyUnit(List<PlannedShard> shards, Map<Integer, Source> sources) {
  static final Serde<CopyUnit> SERDE = Serde.ofFields(CopyUnit.class);

  /** Each shard has its own buffer while it is written. */
  private static final int MAX_SHARDS = 16;

  /**
   * A file that records are copied from.
   *
   * @param file as it was before the census
   */
  record Source(SourceFile file, boolean isFaceSet) {}

  /**
   * A shard, and the numbers of the files that its records are in.
   *
   * @param files no number twice
   */
  record Shard(PlannedShard shard, List<Integer> files) {}

  /**
   * Groups the shards that one task writes: at most one of each folder, all from about the same
   * part of the input, so that it is read once for all of them. These are the shards with the same
   * number, from folders with equally many shards, since shard i of n holds about the i-th n-th of
   * the input.
   *
   * @param shards folder by folder
   */
  static Collection<List<Shard>> groups(List<Shard> shards) {
    Map<String, Integer> counts = new HashMap<>();
    shards.forEach(shard -> counts.merge(shard.shard().folder(), 1, Integer::sum));
    Map<List<Integer>, Integer> seen = new HashMap<>();
    Map<List<Integer>, List<Shard>> groups = new LinkedHashMap<>();
    for (Shard shard : shards) {
      int count = counts.get(shard.shard().folder());
      int before = seen.merge(List.of(count, shard.shard().shard()), 1, Integer::sum) - 1;
      List<Integer> alike = List.of(count, shard.shard().shard(), before / MAX_SHARDS);
      groups.computeIfAbsent(alike, key -> new ArrayList<>()).add(shard);
    }
    return groups.values();
  }

  /** Returns what a task does that writes some shards. */
  static CopyUnit of(List<Shard> group, IntFunction<Source> sources) {
    Map<Integer, Source> own = new HashMap<>();
    for (Shard shard : group) {
      shard.files().forEach(file -> own.computeIfAbsent(file, sources::apply));
    }
    return new CopyUnit(group.stream().map(Shard::shard).toList(), own);
  }

  long bytes() {
    return shards.stream().mapToLong(PlannedShard::bytes).sum();
  }
}
