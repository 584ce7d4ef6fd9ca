// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.suite;

import dev.recordio.bench.data.Payloads;
import dev.recordio.bench.harness.Growth;
import dev.recordio.bench.harness.Meter.Scope;
import dev.recordio.bench.harness.Settings;
import dev.recordio.bench.harness.Stage;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Tally;
import dev.recordio.bench.harness.Trial;
import dev.recordio.bench.peer.Scans;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Stages over records of one size, for suites of records. */
final class Records {
  /** Payload bytes of a record in suites over numbers of records. */
  static final int SMALL = 100;

  /** The default numbers of records of such a suite. */
  static final List<Long> COUNTS = List.of(100_000L, 1_000_000L, 10_000_000L);

  private Records() {}

  /** The comparisons over payloads of one size. */
  @FunctionalInterface
  interface Comparison {
    List<Trial> trials(Configuration conf, Payloads payloads, Path folder) throws IOException;
  }

  /** Returns a stage for each size of a record, over files of the same size. */
  static List<Stage> bySize(Settings settings, Comparison comparison) {
    var stages = new ArrayList<Stage>();
    for (long recordSize : settings.recordSizes()) {
      int size = Math.toIntExact(recordSize);
      stages.add(
          (conf, folder) ->
              comparison.trials(
                  conf, new Payloads(size, settings.size(), settings.seed()), folder));
    }
    return stages;
  }

  /** Returns a stage for each number of records, all of {@link #SMALL} bytes. */
  static List<Stage> byCount(Settings settings, Comparison comparison) {
    return byCount(settings, SMALL, comparison);
  }

  /** Returns a stage for each number of records, all of {@code size} bytes. */
  static List<Stage> byCount(Settings settings, int size, Comparison comparison) {
    var stages = new ArrayList<Stage>();
    for (long count : settings.counts()) {
      stages.add(
          (conf, folder) ->
              comparison.trials(conf, new Payloads(size, count * size, settings.seed()), folder));
    }
    return stages;
  }

  /** Returns the fact with the number of records, from which growth is computed. */
  static Map<String, Object> count(Payloads payloads) {
    return Map.of(Growth.COUNT, (long) payloads.count());
  }

  /** Returns the peer that only reads a file; its processor time covers all threads. */
  static Subject plainReads(Configuration conf, Path file) throws IOException {
    long bytes = file.getFileSystem(conf).getFileStatus(file).getLen();
    return new Subject(
        "plain 1 MiB reads", () -> Scans.plain(conf, file), new Tally(0, bytes, 0), Scope.PROCESS);
  }

  /** Returns a comparison of one run over a number of records, from which growth is computed. */
  static Trial counted(String suite, Payloads payloads, Subject ours, Subject peer) {
    return trial(suite, payloads.count() + " records", payloads, ours, peer, () -> count(payloads));
  }

  /** Returns a comparison of one run over all payloads. */
  static Trial trial(String suite, String name, Payloads payloads, Subject ours, Subject peer) {
    return trial(suite, name, payloads, ours, peer, Map::of);
  }

  /** Returns a comparison of one run over all payloads, with its own facts. */
  static Trial trial(
      String suite,
      String name,
      Payloads payloads,
      Subject ours,
      Subject peer,
      Supplier<Map<String, Object>> facts) {
    return new Trial(
        suite, name, payloads.size(), payloads.totalBytes(), payloads.count(), ours, peer, facts);
  }
}
