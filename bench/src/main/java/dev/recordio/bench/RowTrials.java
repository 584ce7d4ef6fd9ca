// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;

/**
 * The comparisons of parsers over one LibSVM file, which is read from the file system each time.
 */
@InterfaceAudience.Private
@InterfaceStability.Evolving
final class RowTrials implements Stage {
  /** libdmlc does not round correctly. */
  private static final int DMLC_ULPS = 2;

  private final RowText text;
  private final Plan plan;
  private Path file;
  private long length;
  private RowSums truth;

  RowTrials(RowText text, Plan plan) {
    this.text = text;
    this.plan = plan;
  }

  @Override
  public List<Trial> trials(Configuration conf, org.apache.hadoop.fs.Path folder)
      throws IOException {
    Path local = Path.of(folder.toUri().getPath());
    file = local.resolve(text + ".libsvm");
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
      truth = text.write(out, plan.size(), plan.seed());
    }
    length = Files.size(file);
    var hadoopFile = new org.apache.hadoop.fs.Path(file.toUri());
    Subject rows = here("rows", () -> RowReads.rowReader(conf, hadoopFile));
    Subject split = here("String.split", () -> RowReads.stringSplit(conf, hadoopFile));
    rows.time();
    split.time();
    var trials = new ArrayList<Trial>();
    trials.add(trial(text.toString(), rows, split));
    try {
      Subject dmlc = process("libdmlc", RowProgram.dmlc(local), DMLC_ULPS);
      Subject jvm = process("rows", RowProgram.jvm(), 0);
      dmlc.time();
      jvm.time();
      trials.add(trial(text.toString(), rows, dmlc));
      trials.add(trial(text + ", JVM start included", jvm, dmlc));
    } catch (IOException e) {
      plan.notes().accept("libdmlc: not available: " + e.getMessage());
    }
    return trials;
  }

  private Trial trial(String name, Subject ours, Subject peer) {
    int meanLine = Math.toIntExact(length / truth.rows());
    return new Trial(Suite.LIBSVM.toString(), name, meanLine, length, ours, peer);
  }

  private Tally expected() {
    return truth.tally(length, truth, 0);
  }

  private Subject here(String name, Parse parse) {
    return new Subject(name, () -> parse.run().tally(length, truth, 0), expected());
  }

  /** A way to parse the file in this JVM. */
  @FunctionalInterface
  private interface Parse {
    RowSums run() throws IOException;
  }

  private Subject process(String name, RowProgram program, int ulps) {
    Subject.Work work =
        new Subject.Work() {
          private long cpu;

          @Override
          public Tally run() throws IOException {
            RowProgram.Result result = program.parse(file);
            cpu = result.cpu();
            return result.sums().tally(length, truth, ulps);
          }

          @Override
          public long cpuElsewhere() {
            return cpu;
          }
        };
    return new Subject(name, work, expected());
  }
}
