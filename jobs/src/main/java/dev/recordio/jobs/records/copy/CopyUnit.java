// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.copy;

import dev.recordio.jobs.job.Serde;
import dev.recordio.jobs.rows.SourceFile;
import dev.recordio.jobs.shard.PlannedShard;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * What a task copies.
 *
 * @param shards what it writes
 * @param sources the files that the records of the shards are in, by their numbers
 */
record CopyUnit(List<PlannedShard> shards, Map<Integer, Source> sources) {
  static final Serde<CopyUnit> SERDE = new Serde<>(CopyUnit::write, CopyUnit::read);

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
   * Returns what tasks do: one writes at most one shard of each folder, all from about the same
   * part of the input, so that it is read once for all of them. These are the shards with the same
   * number, from folders with equally many shards, since shard i of n holds about the i-th n-th of
   * the input.
   *
   * @param shards folder by folder
   * @param sources the files of the input
   */
  static List<CopyUnit> of(List<Shard> shards, IntFunction<Source> sources) {
    Map<String, Integer> counts = new HashMap<>();
    shards.forEach(shard -> counts.merge(shard.shard().folder(), 1, Integer::sum));
    Map<List<Integer>, CopyUnit> open = new HashMap<>();
    var units = new ArrayList<CopyUnit>();
    for (Shard shard : shards) {
      List<Integer> alike = List.of(counts.get(shard.shard().folder()), shard.shard().shard());
      CopyUnit unit = open.get(alike);
      if (unit == null || unit.shards.size() == MAX_SHARDS) {
        unit = new CopyUnit(new ArrayList<>(), new HashMap<>());
        open.put(alike, unit);
        units.add(unit);
      }
      unit.shards.add(shard.shard());
      for (int file : shard.files()) {
        unit.sources.computeIfAbsent(file, sources::apply);
      }
    }
    return units;
  }

  long bytes() {
    return shards.stream().mapToLong(PlannedShard::bytes).sum();
  }

  private void write(DataOutput out) throws IOException {
    PlannedShard.writeAll(out, shards);
    out.writeInt(sources.size());
    for (var source : sources.entrySet()) {
      out.writeInt(source.getKey());
      source.getValue().file().write(out);
      out.writeBoolean(source.getValue().isFaceSet());
    }
  }

  private static CopyUnit read(DataInput in) throws IOException {
    List<PlannedShard> shards = PlannedShard.readAll(in);
    Map<Integer, Source> sources = new HashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      sources.put(in.readInt(), new Source(SourceFile.read(in), in.readBoolean()));
    }
    return new CopyUnit(shards, sources);
  }
}
