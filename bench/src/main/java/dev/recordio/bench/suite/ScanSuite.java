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
import dev.recordio.conf.RecordIOConf;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Reading whole files of records, on each file system. */
public final class ScanSuite implements Suite {
  private static final String VIEW = "view";
  private static final String SCANNED = "view, payloads scanned";
  private static final String COPY = "BytesWritable";

  @Override
  public Defaults defaults() {
    return Defaults.of("scan");
  }

  @Override
  public List<Stage> stages(Settings settings) {
    var stages = new ArrayList<Stage>();
    for (Storage storage : settings.storages()) {
      Records.bySize(
              settings,
              (conf, payloads, folder) -> scans(settings, storage, conf, payloads, folder))
          .forEach(stage -> stages.add(stage.on(storage)));
    }
    return stages;
  }

  private List<Trial> scans(
      Settings settings, Storage storage, Configuration conf, Payloads payloads, Path folder)
      throws IOException {
    var rec = new Path(folder, "scan.rec");
    var seq = new Path(folder, "scan.seq");
    Writes.records(conf, payloads, rec, null, null);
    Writes.sequenceFile(conf, payloads, seq);
    Tally expected = payloads.tally();
    long fileBytes = rec.getFileSystem(conf).getFileStatus(rec).getLen();
    var plain =
        new Subject("plain 1 MiB reads", () -> Scans.plain(conf, rec), new Tally(0, fileBytes, 0));
    var sequenceFile = new Subject("SequenceFile", () -> Scans.sequenceFile(conf, seq), expected);
    String place = storage == Storage.RAW ? "" : ", " + storage.title();
    var trials = new ArrayList<Trial>();
    for (String chunk : settings.chunks()) {
      var sized = new Configuration(conf);
      sized.set(RecordIOConf.INPUT_BUFFER_SIZE.key(), chunk);
      String suffix = (settings.chunks().size() == 1 ? "" : " " + chunk) + place;
      var view = new Subject(VIEW, () -> Scans.view(sized, rec), expected);
      var copy = new Subject(COPY, () -> Scans.recordReader(sized, rec), expected);
      trials.add(storage.of(Records.trial(name(), VIEW + suffix, payloads, view, plain), rec));
      if (storage == Storage.COLD) {
        continue; // the others differ in what they do with the bytes
      }
      if (storage == Storage.RAW) {
        libdmlc(settings, rec, expected)
            .ifPresent(
                peer -> trials.add(Records.trial(name(), VIEW + suffix, payloads, view, peer)));
      }
      if (storage == Storage.RAW) {
        var scanning = new Configuration(sized);
        RecordIOConf.INPUT_SCAN_PAYLOADS.set(scanning, true);
        var scanned = new Subject(SCANNED, () -> Scans.view(scanning, rec), expected);
        trials.add(Records.trial(name(), SCANNED + suffix, payloads, scanned, view));
      }
      trials.add(Records.trial(name(), COPY + suffix, payloads, copy, sequenceFile));
    }
    return trials;
  }

  private static Optional<Subject> libdmlc(Settings settings, Path rec, Tally expected) {
    try {
      Program program = Dmlc.program("dmlc_scan");
      Subject.Work work =
          program.work(seen -> new Tally(seen[0], seen[1], seen[2]), rec.toUri().getPath());
      var subject = new Subject(Dmlc.NAME, work, expected);
      subject.time();
      return Optional.of(subject);
    } catch (IOException e) {
      settings.missing(Dmlc.NAME, e);
      return Optional.empty();
    }
  }
}
