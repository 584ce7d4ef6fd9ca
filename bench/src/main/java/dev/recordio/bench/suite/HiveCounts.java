// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.suite;

import dev.recordio.bench.data.Payloads;
import dev.recordio.bench.harness.Settings;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Tally;
import dev.recordio.bench.harness.Trial;
import dev.recordio.bench.peer.EnginePeer;
import dev.recordio.bench.peer.Writes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * {@code SELECT COUNT(*)} in Hive over a table of records, with a binary index and without one,
 * against the same over a table of a SequenceFile, on MapReduce and on Tez.
 */
final class HiveCounts {
  /** How many times as large as the text of other comparisons the files are. */
  private static final int COUNTED = 16;

  private final Payloads payloads;

  HiveCounts(Settings settings, int recordSize) {
    payloads = new Payloads(recordSize, settings.size() * COUNTED, settings.seed());
  }

  List<Trial> trials(Configuration conf, Path folder, EnginePeer ours, EnginePeer peer)
      throws IOException {
    var sequence = new Path(folder, "sequence");
    CountedRecords records = CountedRecords.write(conf, payloads, folder);
    Writes.sequenceFile(conf, payloads, new Path(sequence, "all.seq"));
    table(ours, records.plain(), "RECORDIO");
    table(ours, records.indexed(), "RECORDIO");
    table(peer, sequence, "SEQUENCEFILE");
    var trials = new ArrayList<Trial>();
    for (String engine : List.of("mr", "tez")) {
      Subject theirs = count("SequenceFile", peer, engine, sequence);
      trials.add(trial(engine, count("headers", ours, engine, records.plain()), theirs));
      trials.add(trial(engine, count("the index", ours, engine, records.indexed()), theirs));
    }
    return trials;
  }

  private static void table(EnginePeer engine, Path folder, String format) throws IOException {
    engine.work(found -> null, "table", folder.getName(), format, folder.toUri()).run();
  }

  private Subject count(String name, EnginePeer peer, String engine, Path table) {
    return new Subject(
        name,
        peer.work(found -> new Tally(found[0], 0, 0), "count", engine, table.getName()),
        new Tally(payloads.count(), 0, 0));
  }

  private Trial trial(String engine, Subject ours, Subject peer) {
    String name = "Hive on " + engine + ", COUNT(*) by " + ours.name();
    return Records.trial(EnginesSuite.NAME, name, payloads, ours, peer);
  }
}
