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
import dev.recordio.bench.peer.JobCommands;
import dev.recordio.bench.peer.Scans;
import dev.recordio.bench.peer.Writes;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;

/**
 * The {@code shuffle} command over more and more records, in this JVM, against copying the records
 * in order with one thread. The processor time covers all threads.
 */
public final class ShuffleSuite implements Suite {
  @Override
  public Defaults defaults() {
    return Defaults.of("shuffle").withCounts(Records.COUNTS).withRounds(5);
  }

  @Override
  public List<Stage> stages(Settings settings) {
    return Records.byCount(
        settings, (conf, payloads, folder) -> shuffles(settings, payloads, folder));
  }

  private List<Trial> shuffles(Settings settings, Payloads payloads, Path folder)
      throws IOException {
    var commands = new JobCommands(settings.definitions(), folder);
    var input = new Path(folder, "ordered.rec");
    var output = new Path(folder, "shuffled");
    var copied = new Path(folder, "copied.rec");
    Writes.records(commands.conf(), payloads, input, null, null);
    shuffle(commands, input, output);
    Shards.same(
        Shards.records(commands.conf(), List.of(input)),
        Shards.records(commands.conf(), Shards.of(commands.conf(), output)));
    Tally written = Shards.lengths(commands.conf(), output);
    var ours =
        new Subject("shuffle", () -> shuffle(commands, input, output), written, Scope.PROCESS);
    var copy =
        new Subject(
            "copy in order, one thread",
            () -> Scans.copy(commands.conf(), input, copied),
            new Tally(payloads.count(), payloads.totalBytes(), 0),
            Scope.PROCESS);
    return List.of(Records.counted(name(), payloads, ours, copy));
  }

  private static Tally shuffle(JobCommands commands, Path input, Path output) throws IOException {
    FileUtil.fullyDelete(Storage.localPath(output).toFile());
    commands.run("shuffle", "--seed", 1, input, output);
    return Shards.lengths(commands.conf(), output);
  }
}
