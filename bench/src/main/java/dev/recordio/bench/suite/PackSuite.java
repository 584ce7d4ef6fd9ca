// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.suite;

import dev.recordio.bench.data.Payloads;
import dev.recordio.bench.data.SmallFiles;
import dev.recordio.bench.harness.Defaults;
import dev.recordio.bench.harness.Meter.Scope;
import dev.recordio.bench.harness.Settings;
import dev.recordio.bench.harness.Stage;
import dev.recordio.bench.harness.Storage;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Suite;
import dev.recordio.bench.harness.Tally;
import dev.recordio.bench.harness.Trial;
import dev.recordio.bench.peer.FileReads;
import dev.recordio.bench.peer.JobCommands;
import dev.recordio.bench.peer.Scans;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;

/**
 * Packing many small files with {@code pack}, in this JVM: against only reading the files, and
 * against a loop that reads and writes them one by one. The processor time covers all threads.
 */
public final class PackSuite implements Suite {
  private static final int FILE_BYTES = 20 << 10;

  @Override
  public Defaults defaults() {
    return Defaults.of("pack").withCounts(List.of(20_000L));
  }

  @Override
  public List<Stage> stages(Settings settings) {
    return Records.byCount(
        settings, FILE_BYTES, (conf, payloads, folder) -> packs(settings, payloads, folder));
  }

  private List<Trial> packs(Settings settings, Payloads payloads, Path folder) throws IOException {
    var files = new Path(folder, "files");
    var output = new Path(folder, "packed");
    SmallFiles.write(payloads, Storage.localPath(files));
    var commands = new JobCommands(settings.definitions(), folder);
    Tally expected = payloads.tally();
    pack(commands, files, output);
    Shards.same(expected, Scans.view(commands.conf(), new Path(output, "part-00000.rec")));
    Tally packed = Shards.lengths(commands.conf(), output);
    var pack = new Subject("pack", () -> pack(commands, files, output), packed, Scope.PROCESS);
    var read =
        new Subject(
            "reading the files",
            () -> FileReads.read(commands.conf(), files),
            expected,
            Scope.PROCESS);
    var rec = new Path(folder, "plain.rec");
    var write =
        new Subject(
            "plain loop, one thread",
            () -> FileReads.write(commands.conf(), files, rec),
            expected,
            Scope.PROCESS);
    write.time();
    Shards.same(expected, Scans.view(commands.conf(), rec));
    String name = payloads.count() + " files";
    return List.of(
        Records.trial(name(), name, payloads, pack, read),
        Records.trial(name(), name, payloads, pack, write));
  }

  private static Tally pack(JobCommands commands, Path files, Path output) throws IOException {
    FileUtil.fullyDelete(Storage.localPath(output).toFile());
    commands.run("pack", "--header", "none", "--shards", 1, files, output);
    return Shards.lengths(commands.conf(), output);
  }
}
