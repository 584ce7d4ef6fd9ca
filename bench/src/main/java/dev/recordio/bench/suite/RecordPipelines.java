// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.suite;

import dev.recordio.bench.data.Payloads;
import dev.recordio.bench.harness.Machine;
import dev.recordio.bench.harness.Meter.Scope;
import dev.recordio.bench.harness.Settings;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Tally;
import dev.recordio.bench.harness.Trial;
import dev.recordio.bench.peer.Dmlc;
import dev.recordio.bench.peer.PipelineReads;
import dev.recordio.bench.peer.Program;
import dev.recordio.bench.peer.QueueReads;
import dev.recordio.bench.peer.Scans;
import dev.recordio.bench.peer.Writes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** What a pipeline costs over a whole file of records. */
final class RecordPipelines implements Records.Comparison {
  private final Settings settings;

  RecordPipelines(Settings settings) {
    this.settings = settings;
  }

  @Override
  public List<Trial> trials(Configuration conf, Payloads payloads, Path folder) throws IOException {
    var rec = new Path(folder, "readers.rec");
    Writes.records(conf, payloads, rec, null, null);
    String source = "recordio:" + rec;
    String ahead = source + " | prefetch(64m)";
    String shuffled = source + " | shuffle(window=16384)";
    Tally expected = payloads.tally();
    Tally inAnyOrder = payloads.unordered();
    var scan = new Subject("scan", () -> Scans.view(conf, rec), expected);
    var plain = new Subject("recordio:", () -> PipelineReads.records(conf, source), expected);
    var sum = new Subject("in order", () -> PipelineReads.unordered(conf, source), inAnyOrder);
    var shuffle = new Subject("shuffle", () -> PipelineReads.unordered(conf, shuffled), inAnyOrder);
    var prefetch =
        new Subject("prefetch", () -> PipelineReads.records(conf, ahead), expected, Scope.PROCESS);
    var queue =
        new Subject(
            "queue of byte[]", () -> QueueReads.records(conf, rec), expected, Scope.PROCESS);
    var trials = new ArrayList<Trial>();
    trials.add(Records.trial(ReadersSuite.NAME, "recordio:", payloads, plain, scan));
    libdmlc(rec, expected, payloads, prefetch, trials);
    Map<String, Object> free = Map.of("free cores", Machine.freeCores());
    trials.add(
        Records.trial(ReadersSuite.NAME, "prefetch(64m)", payloads, prefetch, queue, () -> free));
    trials.add(Records.trial(ReadersSuite.NAME, "shuffle(window=16384)", payloads, shuffle, sum));
    return trials;
  }

  /** Adds the comparison with libdmlc's threads: by processor time, as it has one processor. */
  private void libdmlc(
      Path rec, Tally expected, Payloads payloads, Subject prefetch, List<Trial> trials) {
    try {
      Program program = Dmlc.program("dmlc_split");
      Subject.Work work =
          program.work(seen -> new Tally(seen[0], seen[1], seen[2]), rec.toUri().getPath());
      var split = new Subject("libdmlc's InputSplit", work, expected);
      split.time();
      trials.add(Records.trial(ReadersSuite.NAME, "prefetch(64m)", payloads, prefetch, split));
    } catch (IOException e) {
      settings.missing("libdmlc's InputSplit", e);
    }
  }
}
