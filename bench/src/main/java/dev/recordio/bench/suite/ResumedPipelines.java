// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.suite;

import dev.recordio.bench.data.Payloads;
import dev.recordio.bench.harness.Meter.Scope;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Trial;
import dev.recordio.bench.peer.ResumedReads;
import dev.recordio.bench.peer.Writes;
import dev.recordio.fs.index.RecordFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * How soon a run goes on that was stopped just before the last record, against one that begins:
 * what it takes longer is what saving and restoring the state costs beyond opening the files.
 */
final class ResumedPipelines implements Records.Comparison {
  @Override
  public List<Trial> trials(Configuration conf, Payloads payloads, Path folder) throws IOException {
    var rec = new Path(folder, "resumed.rec");
    Writes.records(conf, payloads, rec, null, RecordFiles.binaryIndex(rec));
    var trials = new ArrayList<Trial>();
    for (String order : List.of("", " | order(epoch)")) {
      var reads = new ResumedReads(conf, "recordio:" + rec + order, payloads.count() - 1);
      var resumed = new Subject("resume", reads::resume, reads.next(), Scope.PROCESS);
      var opened = new Subject("open", reads::open, reads.first(), Scope.PROCESS);
      resumed.time();
      opened.time();
      trials.add(
          new Trial(
              ReadersSuite.NAME,
              "resume after " + (payloads.count() - 1) + " records" + order.replace(" | ", ", "),
              payloads.size(),
              0,
              0,
              resumed,
              opened,
              reads::facts));
    }
    return trials;
  }
}
