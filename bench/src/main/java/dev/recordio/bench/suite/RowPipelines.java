// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.suite;

import dev.recordio.bench.data.RowFile;
import dev.recordio.bench.data.RowText;
import dev.recordio.bench.harness.Machine;
import dev.recordio.bench.harness.Meter.Scope;
import dev.recordio.bench.harness.Settings;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Trial;
import dev.recordio.bench.peer.PipelineReads;
import dev.recordio.reader.ReaderConf;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Text that several threads parse for one consumer. */
final class RowPipelines {
  private static final int THREADS = 2;

  private RowPipelines() {}

  static List<Trial> trials(Settings settings, Configuration conf, Path folder) throws IOException {
    RowFile file = RowFile.write(RowText.RCV1, folder, settings.size(), settings.seed());
    Subject several = subject(conf, THREADS, file);
    Subject one = subject(conf, 1, file);
    several.time();
    one.time();
    Map<String, Object> free = Map.of("free cores", Machine.freeCores());
    return List.of(
        file.trial(
            ReadersSuite.NAME,
            "libsvm:, " + THREADS + " threads, " + RowText.RCV1,
            several,
            one,
            () -> free));
  }

  private static Subject subject(Configuration conf, int threads, RowFile file) {
    var set = new Configuration(conf);
    ReaderConf.THREADS.set(set, threads);
    String spec = "libsvm:" + file.path();
    return new Subject(
        threads == 1 ? "1 thread" : threads + " threads",
        () -> file.tally(PipelineReads.rows(set, spec), 0),
        file.tally(),
        Scope.PROCESS);
  }
}
