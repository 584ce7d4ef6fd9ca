// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.suite;

import dev.recordio.bench.data.Payloads;
import dev.recordio.bench.harness.Machine;
import dev.recordio.bench.harness.Settings;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Tally;
import dev.recordio.bench.harness.Trial;
import dev.recordio.bench.peer.CommandWork;
import dev.recordio.bench.peer.Launcher;
import dev.recordio.bench.peer.Processes;
import dev.recordio.bench.peer.PythonLoop;
import dev.recordio.bench.peer.Writes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Records in a loop in Python, at the other end of a pipe. */
final class PipedRecords implements Records.Comparison {
  private static final String STEADY = "Python loop, from its first record on";
  private static final String INCLUDED = "Python loop, start included";
  private static final String PLAIN = "Python without recordio";

  private final Settings settings;

  PipedRecords(Settings settings) {
    this.settings = settings;
  }

  @Override
  public List<Trial> trials(Configuration conf, Payloads payloads, Path folder) throws IOException {
    var rec = new Path(folder, "piped.rec");
    Writes.records(conf, payloads, rec, null, null);
    String file = rec.toUri().getPath();
    var launcher = new Launcher(settings.definitions());
    var expected = new Tally(payloads.count(), payloads.totalBytes(), 0);
    var trials = new ArrayList<Trial>();
    try {
      var loop = PythonLoop.piped(launcher, "recordio:" + file);
      var alone = PythonLoop.alone(file);
      var steady = new Subject("Python", loop.fromFirstRecord(), expected);
      var whole = new Subject("Python", loop.whole(), expected);
      steady.time();
      Map<String, Object> free = Map.of("free cores", Machine.freeCores());
      for (String pipe : List.of("", " | cat")) {
        Subject cat = discarded(pipe.isEmpty() ? "cat" : "cat to cat", "cat \"$1\"" + pipe, file);
        trials.add(trial(STEADY, payloads, steady, cat, free));
      }
      Subject cat = discarded("recordio cat", "\"" + launcher.program() + "\" cat \"$1\"", file);
      trials.add(trial(INCLUDED, payloads, whole, cat, free));
      var plainSteady = new Subject(PLAIN, alone.fromFirstRecord(), expected);
      trials.add(trial(STEADY, payloads, steady, plainSteady, free));
      var plainWhole = new Subject(PLAIN, alone.whole(), expected);
      trials.add(trial(INCLUDED, payloads, whole, plainWhole, free));
    } catch (IOException e) {
      settings.missing("Python", e);
    }
    return trials;
  }

  private static Trial trial(
      String name, Payloads payloads, Subject ours, Subject peer, Map<String, Object> facts) {
    return Records.trial(ReadersSuite.NAME, name, payloads, ours, peer, () -> facts);
  }

  /** Returns the time that a command of the shell takes to read a file, its output discarded. */
  private static Subject discarded(String name, String command, String file) {
    List<String> line = List.of("sh", "-c", command + " > /dev/null", "sh", file);
    return new Subject(
        name,
        new CommandWork(
            () -> Processes.run(line, Launcher.ENVIRONMENT),
            ended -> new Tally(0, ended.out().length(), 0),
            Processes.Ended::cost),
        new Tally(0, 0, 0));
  }
}
