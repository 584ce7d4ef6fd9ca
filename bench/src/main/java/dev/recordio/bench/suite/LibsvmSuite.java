// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.suite;

import dev.recordio.bench.data.RowFile;
import dev.recordio.bench.data.RowSums;
import dev.recordio.bench.data.RowText;
import dev.recordio.bench.harness.Defaults;
import dev.recordio.bench.harness.Settings;
import dev.recordio.bench.harness.Stage;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Suite;
import dev.recordio.bench.harness.Trial;
import dev.recordio.bench.peer.Dmlc;
import dev.recordio.bench.peer.Program;
import dev.recordio.bench.peer.RowReads;
import dev.recordio.bench.peer.XgboostLoad;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Parsing whole LibSVM files, read from the file system each time. */
public final class LibsvmSuite implements Suite {
  /** libdmlc does not round correctly. */
  private static final int DMLC_ULPS = 2;

  @Override
  public Defaults defaults() {
    return Defaults.of("libsvm").withSize(128L << 20);
  }

  @Override
  public List<Stage> stages(Settings settings) {
    return Arrays.stream(RowText.values())
        .<Stage>map(text -> (conf, folder) -> parsers(settings, text, conf, folder))
        .toList();
  }

  private List<Trial> parsers(Settings settings, RowText text, Configuration conf, Path folder)
      throws IOException {
    RowFile file = RowFile.write(text, folder, settings.size(), settings.seed());
    Subject rows =
        new Subject(
            "rows", () -> file.tally(RowReads.rowReader(conf, file.path()), 0), file.tally());
    rows.time();
    var trials = new ArrayList<Trial>();
    Optional<Subject> libdmlc = libdmlc(settings, file);
    if (libdmlc.isPresent()) {
      Subject dmlc = libdmlc.get();
      Subject jvm = process("rows", Program.jvm(RowReads.class), file, 0);
      jvm.time();
      trials.add(trial(text.toString(), file, rows, dmlc));
      trials.add(trial(text + ", JVM start included", file, jvm, dmlc));
    }
    try {
      Subject xgboost = XgboostLoad.subject(file);
      xgboost.time();
      trials.add(trial(text.toString(), file, rows, xgboost));
    } catch (IOException e) {
      settings.missing(XgboostLoad.NAME, e);
    }
    return trials;
  }

  private static Optional<Subject> libdmlc(Settings settings, RowFile file) {
    try {
      Subject dmlc = process(Dmlc.NAME, Dmlc.program("dmlc_parse"), file, DMLC_ULPS);
      dmlc.time();
      return Optional.of(dmlc);
    } catch (IOException e) {
      settings.missing(Dmlc.NAME, e);
      return Optional.empty();
    }
  }

  private Trial trial(String name, RowFile file, Subject ours, Subject peer) {
    return new Trial(name(), name, file.meanLine(), file.length(), file.truth().rows(), ours, peer);
  }

  private static Subject process(String name, Program program, RowFile file, int ulps) {
    return new Subject(
        name, program.work(seen -> file.tally(RowSums.of(seen), ulps), file.local()), file.tally());
  }
}
