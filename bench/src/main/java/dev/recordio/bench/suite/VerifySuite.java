// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.suite;

import dev.recordio.bench.data.Payloads;
import dev.recordio.bench.harness.Defaults;
import dev.recordio.bench.harness.Meter.Scope;
import dev.recordio.bench.harness.Settings;
import dev.recordio.bench.harness.Stage;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Suite;
import dev.recordio.bench.harness.Tally;
import dev.recordio.bench.harness.Trial;
import dev.recordio.bench.peer.JobCommands;
import dev.recordio.bench.peer.Writes;
import dev.recordio.fs.index.RecordFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;

/**
 * The {@code verify} command in this JVM against reading the bytes of the file: by headers, magic
 * words and the {@code .idx}, then with the {@code .ridx} and its checksums too; on one thread, as
 * the peer, and on as many as users get, one for each core. The processor time covers all threads.
 */
public final class VerifySuite implements Suite {
  private static final String COMMAND = "verify";
  private static final String CHECKSUMS = "--checksums";

  @Override
  public Defaults defaults() {
    return Defaults.of(COMMAND).withSize(2L << 30).withRounds(5);
  }

  @Override
  public List<Stage> stages(Settings settings) {
    var stages = new ArrayList<Stage>();
    stages.addAll(Records.bySize(settings, (conf, data, dir) -> byIndex(settings, data, dir)));
    stages.addAll(Records.bySize(settings, (conf, data, dir) -> byChecksums(settings, data, dir)));
    return stages;
  }

  private List<Trial> byIndex(Settings settings, Payloads payloads, Path folder)
      throws IOException {
    var rec = new Path(folder, "records.rec");
    JobCommands commands = new JobCommands(settings.definitions(), folder);
    Writes.records(commands.conf(), payloads, rec, RecordFiles.index(rec), null);
    return trials("chain, scan, .idx", settings, commands, payloads, rec, COMMAND, rec);
  }

  private List<Trial> byChecksums(Settings settings, Payloads payloads, Path folder)
      throws IOException {
    var rec = new Path(folder, "records.rec");
    JobCommands commands = new JobCommands(settings.definitions(), folder);
    Writes.records(commands.conf(), payloads, rec, null, null);
    commands.run("index", CHECKSUMS, rec);
    return trials("checksums", settings, commands, payloads, rec, COMMAND, CHECKSUMS, rec);
  }

  private List<Trial> trials(
      String name, Settings settings, JobCommands all, Payloads payloads, Path rec, Object... words)
      throws IOException {
    var one = new JobCommands(Settings.oneThread(settings.definitions()), rec.getParent());
    return List.of(
        trial(name + ", one thread", one, payloads, rec, words),
        trial(name + ", all cores", all, payloads, rec, words));
  }

  private Trial trial(
      String name, JobCommands commands, Payloads payloads, Path rec, Object... words)
      throws IOException {
    Tally expected = payloads.tally();
    var verify =
        new Subject(
            COMMAND,
            () -> {
              commands.run(words); // fails unless the file is sound
              return expected;
            },
            expected,
            Scope.PROCESS);
    Subject reads = Records.plainReads(commands.conf(), rec);
    return Records.trial(name(), name, payloads, verify, reads);
  }
}
