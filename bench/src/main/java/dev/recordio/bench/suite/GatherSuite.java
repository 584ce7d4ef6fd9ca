// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.suite;

import dev.recordio.bench.data.Payloads;
import dev.recordio.bench.harness.Defaults;
import dev.recordio.bench.harness.Meter.Scope;
import dev.recordio.bench.harness.Settings;
import dev.recordio.bench.harness.Stage;
import dev.recordio.bench.harness.Storage;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Suite;
import dev.recordio.bench.harness.Tally;
import dev.recordio.bench.harness.Trial;
import dev.recordio.bench.peer.Gathers;
import dev.recordio.bench.peer.Writes;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.numbered.RecordIndex;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * Reading 10,000 records of a file in another order than the file's, or all if it has fewer: for
 * files of one size and records of several, on each file system, and for more and more records of
 * 100 bytes. The processor time covers all threads: a gather reads on several.
 */
public final class GatherSuite implements Suite {
  @Override
  public Defaults defaults() {
    return Defaults.of("gather").withCounts(Records.COUNTS);
  }

  @Override
  public List<Stage> stages(Settings settings) {
    var stages = new ArrayList<Stage>();
    for (Storage storage : settings.storages()) {
      String place = storage == Storage.RAW ? "" : ", " + storage.title();
      Records.bySize(settings, (c, p, f) -> gathers(place, storage, Map.of(), c, p, f))
          .forEach(stage -> stages.add(stage.on(storage)));
    }
    stages.addAll(
        Records.byCount(
            settings,
            (c, p, f) ->
                gathers(" of " + p.count() + " records", Storage.RAW, Records.count(p), c, p, f)));
    return stages;
  }

  private List<Trial> gathers(
      String of,
      Storage storage,
      Map<String, Object> facts,
      Configuration conf,
      Payloads payloads,
      Path folder)
      throws IOException {
    var rec = new Path(folder, "gather.rec");
    Writes.records(conf, payloads, rec, RecordFiles.index(rec), RecordFiles.binaryIndex(rec));
    FileStatus status = rec.getFileSystem(conf).getFileStatus(rec);
    var gathers = new Gathers(conf, RecordIndex.read(conf, status), payloads.size());
    Tally expected = gathers.expected(payloads);
    var gather = new Subject("gather", gathers::gather, expected, Scope.PROCESS);
    gather.time();
    var oneByOne = new Subject("a read a record", gathers::oneByOne, expected, Scope.PROCESS);
    String name = "gather" + of + ", " + gathers.reads() + " reads";
    var trial =
        new Trial(
            name(),
            name,
            payloads.size(),
            expected.bytes(),
            expected.records(),
            gather,
            oneByOne,
            () -> facts);
    return List.of(storage.of(trial, rec));
  }
}
