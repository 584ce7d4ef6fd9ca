// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.suite;

import dev.recordio.bench.data.Payloads;
import dev.recordio.bench.data.SmallFiles;
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
import dev.recordio.bench.peer.PythonPack;
import dev.recordio.bench.peer.Writes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;

/**
 * How long a user waits: for the version, and for the first record of {@code cat} on a local file.
 * The peer is a JVM that does nothing: no Java program can be faster. Then {@code pack} of many
 * small files, against the loop in Python that writes the same, and whole commands over text,
 * against other programs ({@link TextCommands}).
 */
public final class StartSuite implements Suite {
  private static final int RECORD_BYTES = 10 << 10;
  private static final int FILE_BYTES = 20 << 10;
  private static final long FILES = 20_000;
  private static final String TWO_ROWS = "1 1:0.5 3:2\n0 2:1\n";
  private static final Pattern TWO = Pattern.compile("(?m)^ *rows +2$");

  @Override
  public Defaults defaults() {
    return Defaults.of("start").withSize(64L << 20);
  }

  @Override
  public List<Stage> stages(Settings settings) {
    var stages = new ArrayList<Stage>();
    stages.add((conf, folder) -> starts(settings, conf, folder));
    stages.add((conf, folder) -> packs(settings, conf, Storage.localPath(folder)));
    stages.addAll(TextCommands.stages(name(), settings));
    return stages;
  }

  private List<Trial> starts(
      Settings settings, Configuration conf, org.apache.hadoop.fs.Path folder) throws IOException {
    var launcher = new Launcher(settings.definitions());
    var payloads = new Payloads(RECORD_BYTES, settings.size(), settings.seed());
    var rec = new org.apache.hadoop.fs.Path(folder, "start.rec");
    Writes.records(conf, payloads, rec, null, null);
    String file = rec.toUri().getPath();
    var version =
        new Subject(
            "recordio --version",
            new CommandWork(
                () -> launcher.run("--version"),
                ended -> new Tally(ended.out().startsWith("recordio ") ? 1 : 0, 0, 0),
                Processes.Ended::cost),
            new Tally(1, 0, 0));
    var cat =
        new Subject(
            "recordio cat",
            new CommandWork(
                () -> launcher.run("cat", file),
                ended -> new Tally(0, ended.out().length(), 0),
                Processes.Ended::costToFirstOutput),
            new Tally(0, payloads.totalBytes(), 0));
    Path rows = Files.writeString(Path.of(file).resolveSibling("start.libsvm"), TWO_ROWS);
    var stats =
        new Subject(
            "recordio stats",
            new CommandWork(
                () -> launcher.run("stats", rows),
                ended -> new Tally(TWO.matcher(ended.out()).find() ? 2 : 0, 0, 0),
                Processes.Ended::cost),
            new Tally(2, 0, 0));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var bare =
        new Subject(
            "bare JVM",
            new CommandWork(
                () -> Processes.run(List.of(java, "-XX:+UseSerialGC", "--version")),
                ended -> new Tally(ended.out().isEmpty() ? 0 : 1, 0, 0),
                Processes.Ended::cost),
            new Tally(1, 0, 0));
    version.time();
    cat.time();
    stats.time();
    return List.of(
        new Trial(name(), "recordio --version", 0, 0, 0, version, bare),
        new Trial(name(), "first output of recordio cat", RECORD_BYTES, 0, 0, cat, bare),
        new Trial(name(), "recordio stats, 2 rows", 0, 0, 0, stats, version));
  }

  /** At the default size of the suite, {@link #FILES} files; fewer at a smaller one. */
  private List<Trial> packs(Settings settings, Configuration conf, Path folder) throws IOException {
    var launcher = new Launcher(settings.definitions());
    long size = defaults().size();
    long share = Math.min(settings.size(), size) * FILES / size;
    long count = Math.max(1, share);
    var payloads = new Payloads(FILE_BYTES, count * FILE_BYTES, settings.seed());
    Path files = folder.resolve("files");
    SmallFiles.write(payloads, files);
    Path output = folder.resolve("packed");
    var outputPath = new org.apache.hadoop.fs.Path(output.toUri());
    CommandWork.Start run =
        () -> {
          FileUtil.fullyDelete(output.toFile());
          return launcher.run("pack", "--header", "none", "--shards", 1, files, output);
        };
    run.run();
    var pack =
        new Subject(
            "recordio pack",
            new CommandWork(run, ended -> Shards.lengths(conf, outputPath), Processes.Ended::cost),
            Shards.lengths(conf, outputPath));
    var expected = new Tally(payloads.count(), payloads.totalBytes(), 0);
    Path loop = folder.resolve("loop");
    Subject python = PythonPack.subject(files, loop, expected);
    python.time();
    PythonPack.same(output.resolve("part-00000"), loop);
    Path archive = folder.resolve("files.tar");
    var tar =
        new Subject(
            "GNU tar",
            new CommandWork(
                () -> Processes.run(List.of("tar", "-cf", archive.toString(), files.toString())),
                ended -> new Tally(Files.size(archive) > payloads.totalBytes() ? 1 : 0, 0, 0),
                Processes.Ended::cost),
            new Tally(1, 0, 0));
    String name = String.format("pack, %,d files of %d KB", payloads.count(), FILE_BYTES >> 10);
    return List.of(
        Records.trial(name(), name, payloads, pack, python),
        Records.trial(name(), name, payloads, pack, tar));
  }
}
