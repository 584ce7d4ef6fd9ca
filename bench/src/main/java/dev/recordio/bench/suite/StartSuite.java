// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.suite;

import dev.recordio.bench.Settings;
import dev.recordio.bench.Stage;
import dev.recordio.bench.Subject;
import dev.recordio.bench.Suite;
import dev.recordio.bench.Tally;
import dev.recordio.bench.Trial;
import dev.recordio.bench.data.Payloads;
import dev.recordio.bench.peer.CommandWork;
import dev.recordio.bench.peer.Launcher;
import dev.recordio.bench.peer.Processes;
import dev.recordio.bench.peer.Writes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;

/**
 * How long a user waits: for the version, and for the first record of {@code cat} on a local file.
 * The peer is a JVM that does nothing: no Java program can be faster.
 */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public final class StartSuite implements Suite {
  private static final int RECORD_BYTES = 10 << 10;

  @Override
  public String name() {
    return "start";
  }

  @Override
  public long defaultSize() {
    return 64L << 20;
  }

  @Override
  public List<Stage> stages(Settings settings) {
    return List.of((conf, folder) -> starts(settings, conf, folder));
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
    return List.of(
        new Trial(name(), "recordio --version", 0, 0, 0, version, bare),
        new Trial(name(), "first output of recordio cat", RECORD_BYTES, 0, 0, cat, bare));
  }
}
