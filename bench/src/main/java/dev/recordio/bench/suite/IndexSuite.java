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
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The {@code index} command over more and more records, in this JVM, against reading the bytes of
 * the file. The processor time covers all threads.
 */
public final class IndexSuite implements Suite {
  @Override
  public Defaults defaults() {
    return Defaults.of("index").withCounts(Records.COUNTS).withRounds(5);
  }

  @Override
  public List<Stage> stages(Settings settings) {
    return Records.byCount(
        settings, (conf, payloads, folder) -> indexes(settings, payloads, folder));
  }

  private List<Trial> indexes(Settings settings, Payloads payloads, Path folder)
      throws IOException {
    var commands = new JobCommands(settings.definitions(), folder);
    Configuration conf = commands.conf();
    var rec = new Path(folder, "records.rec");
    Writes.records(conf, payloads, rec, RecordFiles.index(rec), RecordFiles.binaryIndex(rec));
    Tally expected = new Tally(payloads.count(), length(conf, RecordFiles.index(rec)), 0);
    commands.run("index", "--check", rec);
    var index =
        new Subject(
            "index",
            () -> {
              FileSystem fs = rec.getFileSystem(conf);
              fs.delete(RecordFiles.index(rec), false);
              fs.delete(RecordFiles.binaryIndex(rec), false);
              commands.run("index", rec);
              return new Tally(payloads.count(), length(conf, RecordFiles.index(rec)), 0);
            },
            expected,
            Scope.PROCESS);
    Subject plain = Records.plainReads(conf, rec);
    index.time();
    commands.run("index", "--check", rec);
    return List.of(Records.counted(name(), payloads, index, plain));
  }

  private static long length(Configuration conf, Path path) throws IOException {
    return path.getFileSystem(conf).getFileStatus(path).getLen();
  }
}
