// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.suite;

import dev.recordio.bench.data.Payloads;
import dev.recordio.bench.harness.Machine;
import dev.recordio.bench.harness.Meter.Scope;
import dev.recordio.bench.harness.Storage;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Tally;
import dev.recordio.bench.harness.Trial;
import dev.recordio.bench.peer.PipelineReads;
import dev.recordio.bench.peer.Writes;
import dev.recordio.fs.index.RecordFiles;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** The order of an epoch, by the {@code .ridx}, against the same file from start to end. */
final class ShuffledPipelines implements Records.Comparison {
  private final Storage storage;

  ShuffledPipelines(Storage storage) {
    this.storage = storage;
  }

  @Override
  public List<Trial> trials(Configuration conf, Payloads payloads, Path folder) throws IOException {
    var rec = new Path(folder, "shuffled.rec");
    Writes.records(conf, payloads, rec, null, RecordFiles.binaryIndex(rec));
    Tally expected = payloads.unordered();
    Subject order = subject("order(epoch)", conf, "recordio:" + rec + " | order(epoch)", expected);
    Subject inOrder = subject("in order", conf, "recordio:" + rec, expected);
    order.time();
    inOrder.time();
    String place = storage == Storage.RAW ? "" : ", " + storage.title();
    Map<String, Object> free = Map.of("free cores", Machine.freeCores());
    return List.of(
        Records.trial(
            ReadersSuite.NAME, "order(epoch)" + place, payloads, order, inOrder, () -> free));
  }

  private static Subject subject(String name, Configuration conf, String spec, Tally expected) {
    return new Subject(name, () -> PipelineReads.unordered(conf, spec), expected, Scope.PROCESS);
  }
}
