// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.suite;

import dev.recordio.bench.harness.Defaults;
import dev.recordio.bench.harness.Growth;
import dev.recordio.bench.harness.Meter.Scope;
import dev.recordio.bench.harness.Settings;
import dev.recordio.bench.harness.Stage;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Suite;
import dev.recordio.bench.harness.Tally;
import dev.recordio.bench.harness.Trial;
import dev.recordio.bench.peer.GrownStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * What a store's growth costs: the same work on more and more records against the fewest, after
 * many small commits against one, and after an update against before it.
 */
public final class StoreGrowthSuite implements Suite {
  private static final int FIRST = 256;
  private static final int MANY = 10_000;
  private static final int APPENDED = 100;
  private static final int SMALL_COMMIT = 10;

  @Override
  public Defaults defaults() {
    return Defaults.of("store-growth").withCounts(Records.COUNTS).withRounds(7);
  }

  @Override
  public List<Stage> stages(Settings settings) {
    var stages = new ArrayList<Stage>();
    int fewest = Math.toIntExact(settings.counts().get(0));
    for (long count : settings.counts()) {
      stages.add((conf, folder) -> bySize(conf, folder, fewest, Math.toIntExact(count)));
    }
    stages.add((conf, folder) -> byCommits(conf, folder, Math.min(1000, fewest / SMALL_COMMIT)));
    return stages;
  }

  private List<Trial> bySize(Configuration conf, Path folder, int fewest, int count)
      throws IOException {
    var few = new GrownStore(conf, new Path(folder, "few"), 1, fewest);
    var many = new GrownStore(conf, new Path(folder, "many"), 1, count);
    GrownStore updated = many.updated();
    Supplier<Map<String, Object>> facts = () -> Map.of(Growth.COUNT, (long) count);
    String of = " of " + fewest;
    Tally first = GrownStore.of(Math.min(FIRST, fewest));
    Tally gathered = GrownStore.of(Math.min(MANY, fewest));
    var appended = new Tally(APPENDED, 0, 0);
    return List.of(
        trial("open, gather of 256", of, many::first, few::first, first, facts),
        trial("gather", of, many::gather, few::gather, gathered, facts),
        trial("append of 100", of, many::append, few::append, appended, facts),
        trial(
            "gather after an update",
            " before it",
            updated::gather,
            many::gather,
            GrownStore.of(Math.min(MANY, count)),
            facts));
  }

  private List<Trial> byCommits(Configuration conf, Path folder, int commits) throws IOException {
    var many = new GrownStore(conf, new Path(folder, "many"), commits, SMALL_COMMIT);
    var one = new GrownStore(conf, new Path(folder, "one"), 1, commits * SMALL_COMMIT);
    Supplier<Map<String, Object>> facts =
        () -> Map.of("commits", commits, "manifestBytes", manifestBytes(many));
    Tally first = GrownStore.of(Math.min(FIRST, commits * SMALL_COMMIT));
    Tally all = GrownStore.of(Math.min(MANY, commits * SMALL_COMMIT));
    return List.of(
        trial("open after small commits", " after one", many::first, one::first, first, facts),
        trial("gather after small commits", " after one", many::gather, one::gather, all, facts),
        trial(
            "append after small commits",
            " after one",
            many::append,
            one::append,
            new Tally(APPENDED, 0, 0),
            facts));
  }

  private static long manifestBytes(GrownStore store) {
    try {
      return store.manifestBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Trial trial(
      String name,
      String peer,
      Subject.Work ours,
      Subject.Work other,
      Tally expected,
      Supplier<Map<String, Object>> facts) {
    return new Trial(
        name(),
        name,
        0,
        0,
        expected.records(),
        new Subject(name, ours, expected, Scope.PROCESS),
        new Subject("the same" + peer, other, expected, Scope.PROCESS),
        facts);
  }
}
