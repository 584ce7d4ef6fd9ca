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
import dev.recordio.bench.peer.CommandWork;
import dev.recordio.bench.peer.Launcher;
import dev.recordio.bench.peer.Processes;
import dev.recordio.bench.peer.PythonShuffle;
import dev.recordio.bench.peer.TeraSortProcess;
import dev.recordio.bench.peer.Writes;
import dev.recordio.fs.index.RecordFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;

/**
 * {@code bin/recordio shuffle} of records of 100 bytes, start of its JVM included: against Hadoop's
 * TeraSort of the same payloads, and, up to a million, a loop in Python.
 */
public final class ShuffleProcessSuite implements Suite {
  /** With more records the loop in Python takes minutes and tells nothing more. */
  private static final long MOST_IN_PYTHON = 1_000_000;

  @Override
  public Defaults defaults() {
    return Defaults.of("shuffle-process")
        .withCounts(List.of(1_000_000L, 10_000_000L))
        .withRounds(3);
  }

  @Override
  public List<Stage> stages(Settings settings) {
    return stages(settings, true);
  }

  /** Returns the stages without TeraSort, which takes long to prepare. */
  public List<Stage> stagesWithoutSort(Settings settings) {
    return stages(settings, false);
  }

  private List<Stage> stages(Settings settings, boolean sort) {
    return Records.byCount(
        settings, (conf, payloads, folder) -> shuffles(settings, sort, conf, payloads, folder));
  }

  private List<Trial> shuffles(
      Settings settings, boolean sort, Configuration conf, Payloads payloads, Path folder)
      throws IOException {
    var launcher = new Launcher(settings.definitions());
    var input = new Path(folder, "ordered.rec");
    var output = new Path(folder, "shuffled");
    Writes.records(conf, payloads, input, RecordFiles.index(input), null);
    shuffle(launcher, input, output);
    Tally written = Shards.lengths(conf, output);
    Tally records = Shards.records(conf, List.of(input));
    List<Path> shards = Shards.of(conf, output);
    Shards.same(records, Shards.records(conf, shards));
    var ours =
        new Subject(
            "recordio shuffle",
            new CommandWork(
                () -> shuffle(launcher, input, output),
                ended -> Shards.lengths(conf, output),
                Processes.Ended::cost),
            written);
    String name = payloads.count() + " records";
    var trials = new ArrayList<Trial>();
    if (sort) {
      var terasort =
          new TeraSortProcess(
              payloads, Storage.localPath(folder), threads(settings), shards.size());
      Subject sorted = terasort.subject();
      sorted.time();
      terasort.verify();
      trials.add(Records.trial(name(), name, payloads, ours, sorted));
    }
    if (payloads.count() <= MOST_IN_PYTHON) {
      var rec = new Path(folder, "python.rec");
      Subject loop =
          PythonShuffle.of(Storage.localPath(input), Storage.localPath(rec), payloads.count());
      try {
        loop.time();
        Shards.same(records, Shards.records(conf, List.of(rec)));
        trials.add(Records.trial(name(), name, payloads, ours, loop));
      } catch (IOException e) {
        settings.missing(loop.name(), e);
      }
    }
    return trials;
  }

  private static Processes.Ended shuffle(Launcher launcher, Path input, Path output)
      throws IOException {
    FileUtil.fullyDelete(Storage.localPath(output).toFile());
    return launcher.run(
        "shuffle", "-q", "--seed", 1, Storage.localPath(input), Storage.localPath(output));
  }

  private static int threads(Settings settings) {
    int set = Integer.parseInt(settings.definitions().getOrDefault("recordio.threads", "0"));
    return set == 0 ? Runtime.getRuntime().availableProcessors() : set;
  }
}
