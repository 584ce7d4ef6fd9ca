// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.suite;

import dev.recordio.bench.data.Payloads;
import dev.recordio.bench.harness.Defaults;
import dev.recordio.bench.harness.Settings;
import dev.recordio.bench.harness.Stage;
import dev.recordio.bench.harness.Storage;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Suite;
import dev.recordio.bench.harness.Tally;
import dev.recordio.bench.harness.Trial;
import dev.recordio.bench.peer.Dmlc;
import dev.recordio.bench.peer.Program;
import dev.recordio.bench.peer.Scans;
import dev.recordio.bench.peer.Writes;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Writing whole files of records, with and without indexes. */
public final class WriteSuite implements Suite {
  @Override
  public Defaults defaults() {
    return Defaults.of("write");
  }

  @Override
  public List<Stage> stages(Settings settings) {
    return Records.bySize(
        settings, (conf, payloads, folder) -> writes(settings, conf, payloads, folder));
  }

  private List<Trial> writes(Settings settings, Configuration conf, Payloads payloads, Path folder)
      throws IOException {
    var rec = new Path(folder, "write.rec");
    var idx = new Path(folder, "write.idx");
    var ridx = new Path(folder, "write.ridx");
    var seq = new Path(folder, "write.seq");
    var written = new Tally(payloads.count(), payloads.totalBytes(), 0);
    var alone = new Subject("rec", () -> Writes.records(conf, payloads, rec, null, null), written);
    var indexed =
        new Subject("rec + idx", () -> Writes.records(conf, payloads, rec, idx, null), written);
    var summed =
        new Subject(
            "rec + idx + ridx", () -> Writes.records(conf, payloads, rec, idx, ridx), written);
    var sequenceFile =
        new Subject("SequenceFile", () -> Writes.sequenceFile(conf, payloads, seq), written);
    Tally expected = payloads.tally();
    summed.time();
    sequenceFile.time();
    new Subject("what was written", () -> Scans.view(conf, rec), expected).time();
    new Subject("SequenceFile", () -> Scans.sequenceFile(conf, seq), expected).time();
    var trials = new ArrayList<Trial>();
    for (Subject ours : List.of(alone, indexed, summed)) {
      trials.add(Records.trial(name(), ours.name(), payloads, ours, sequenceFile));
    }
    try {
      Subject libdmlc =
          libdmlc(
              payloads, Storage.localPath(rec), Storage.localPath(new Path(folder, "dmlc.rec")));
      trials.add(Records.trial(name(), alone.name(), payloads, alone, libdmlc));
    } catch (IOException e) {
      settings.missing(Dmlc.NAME, e);
    }
    return trials;
  }

  /** Returns libdmlc's writer, after checking that its file equals ours byte for byte. */
  private static Subject libdmlc(
      Payloads payloads, java.nio.file.Path ours, java.nio.file.Path theirs) throws IOException {
    Program program = Dmlc.program("dmlc_write");
    java.nio.file.Path pool = Files.write(theirs.resolveSibling("pool"), payloads.bytes());
    Subject.Work work =
        program.work(
            seen -> new Tally(seen[0], seen[1], seen[2]),
            theirs,
            pool,
            payloads.size(),
            payloads.count(),
            Payloads.STRIDE,
            Payloads.POOL_BYTES - 1);
    var subject =
        new Subject(Dmlc.NAME, work, new Tally(payloads.count(), payloads.totalBytes(), 0));
    subject.time();
    long differs = Files.mismatch(ours, theirs);
    if (differs >= 0) {
      throw new IllegalStateException("libdmlc writes another file, from offset " + differs);
    }
    return subject;
  }
}
