// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.suite;

import dev.recordio.bench.data.Payloads;
import dev.recordio.bench.data.SlowFiles;
import dev.recordio.bench.harness.Machine;
import dev.recordio.bench.harness.Meter.Scope;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Tally;
import dev.recordio.bench.harness.Trial;
import dev.recordio.bench.peer.PipelineReads;
import dev.recordio.bench.peer.WorkingReads;
import dev.recordio.bench.peer.Writes;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** How much of the reading is hidden from a consumer that works on what it gets. */
final class HiddenReads implements Records.Comparison {
  private static final int CALIBRATIONS = 5;
  private static final double SLOWER = 1.3;
  private static final String AHEAD = " | prefetch(64m)";

  @Override
  public List<Trial> trials(Configuration conf, Payloads payloads, Path folder) throws IOException {
    var rec = new Path(folder, "hidden.rec");
    Writes.records(conf, payloads, rec, null, null);
    Path slow = SlowFiles.of(conf, rec);
    return List.of(
        trial("prefetch(64m), work as long as reads", conf, "recordio:" + rec, payloads, 1),
        trial("prefetch(64m), reads of 5 ms", conf, "recordio:" + slow, payloads, SLOWER));
  }

  /**
   * Compares a pipeline that reads ahead with the same one that does not.
   *
   * @param slower by what factor the consumer's work takes longer than the reads
   */
  private static Trial trial(
      String name, Configuration conf, String source, Payloads payloads, double slower)
      throws IOException {
    Tally expected = payloads.tally();
    var reads = new Subject("reads", () -> PipelineReads.records(conf, source), expected);
    var times = LongStream.builder();
    for (int i = 0; i < CALIBRATIONS; i++) {
      times.add(reads.time().wall());
    }
    long read = times.build().sorted().skip(CALIBRATIONS / 2).findFirst().orElseThrow();
    long work = (long) (slower * read / payloads.count());
    var ahead = new WorkingReads(conf, source + AHEAD, work);
    var peer = new WorkingReads(conf, source, work);
    double free = Machine.freeCores();
    return Records.trial(
        ReadersSuite.NAME,
        name,
        payloads,
        new Subject("prefetch", ahead::read, expected, Scope.PROCESS),
        new Subject("without prefetch", peer::read, expected, Scope.PROCESS),
        () -> {
          Map<String, Object> facts = new LinkedHashMap<>(ahead.facts());
          facts.put("free cores", free);
          return facts;
        });
  }
}
