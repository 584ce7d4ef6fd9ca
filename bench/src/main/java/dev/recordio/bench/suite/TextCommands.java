// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.suite;

import dev.recordio.bench.data.RowFile;
import dev.recordio.bench.data.RowSums;
import dev.recordio.bench.data.RowText;
import dev.recordio.bench.harness.Settings;
import dev.recordio.bench.harness.Stage;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Tally;
import dev.recordio.bench.harness.Trial;
import dev.recordio.bench.peer.CommandWork;
import dev.recordio.bench.peer.Dmlc;
import dev.recordio.bench.peer.Launcher;
import dev.recordio.bench.peer.Processes;
import dev.recordio.bench.peer.Program;
import dev.recordio.bench.peer.PythonLoad;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileUtil;

/**
 * Commands over LibSVM text as whole processes, against the programs that do the same: {@code csr}
 * against scikit-learn and SciPy, {@code csr} of hashed columns and {@code stats} on one processor
 * against libdmlc's parser.
 */
final class TextCommands {
  /** Sizes of text, as multiples of the suite's size. */
  private static final int CSR_SIZES = 2;

  private static final int HASHED_SIZES = 42;

  private static final int STATS_SIZES = 14;

  /** libdmlc does not round correctly. */
  private static final int DMLC_ULPS = 2;

  private static final String SKLEARN = "scikit-learn and save_npz";
  private static final Pattern ROWS = Pattern.compile("(?m)^ *rows +([0-9,]+)$");

  private final String suite;
  private final Settings settings;
  private final Launcher launcher;

  private TextCommands(String suite, Settings settings) throws IOException {
    this.suite = suite;
    this.settings = settings;
    launcher = new Launcher(settings.definitions());
  }

  /** Returns the stages of a suite. */
  static List<Stage> stages(String suite, Settings settings) {
    return List.of(
        (conf, folder) -> new TextCommands(suite, settings).csr(folder),
        (conf, folder) -> new TextCommands(suite, settings).hashed(folder),
        (conf, folder) -> new TextCommands(suite, settings).stats(folder));
  }

  private List<Trial> csr(org.apache.hadoop.fs.Path folder) throws IOException {
    RowFile file = write(RowText.RCV1, folder, CSR_SIZES);
    return sklearn(file, csr(file));
  }

  private List<Trial> hashed(org.apache.hadoop.fs.Path folder) throws IOException {
    RowFile file = write(RowText.HASHED, folder, HASHED_SIZES);
    return libdmlc(file, csr(file), Program::onAllProcessors);
  }

  private Subject csr(RowFile file) throws IOException {
    var expected = new Tally(file.truth().rows(), 0, file.truth().entries());
    Path output = file.local().resolveSibling("csr");
    var csr =
        new Subject(
            "recordio csr",
            new CommandWork(
                () -> {
                  FileUtil.fullyDelete(output.toFile());
                  return launcher.run("csr", "-q", file.local(), output);
                },
                ended -> CsrSuite.manifest(output),
                Processes.Ended::cost),
            expected);
    csr.time();
    return csr;
  }

  private List<Trial> sklearn(RowFile file, Subject csr) throws IOException {
    try {
      var sklearn =
          new Subject(
              SKLEARN,
              PythonLoad.program("save_sklearn.py")
                  .work(
                      seen -> new Tally(seen[0], 0, seen[1]),
                      file.local(),
                      file.local().resolveSibling("sklearn.npz"),
                      file.local().resolveSibling("sklearn.label.npy")),
              csr.expected());
      sklearn.time();
      return List.of(trial(csr.name(), file, csr, sklearn));
    } catch (IOException e) {
      settings.missing(SKLEARN, e);
      return List.of();
    }
  }

  private List<Trial> stats(org.apache.hadoop.fs.Path folder) throws IOException {
    RowFile file = write(RowText.RCV1, folder, STATS_SIZES);
    var line = new ArrayList<>(Program.ONE_PROCESSOR);
    line.addAll(List.of(launcher.program().toString(), "stats", file.local() + ""));
    var stats =
        new Subject(
            "recordio stats, one processor",
            new CommandWork(
                () -> Processes.run(line, Launcher.ENVIRONMENT),
                ended -> rows(file, ended.out()),
                Processes.Ended::cost),
            file.tally());
    stats.time();
    return libdmlc(file, stats, UnaryOperator.identity());
  }

  /** Compares with libdmlc's parser, whose process keeps nothing. */
  private List<Trial> libdmlc(RowFile file, Subject ours, UnaryOperator<Program> processors) {
    try {
      Program parser = processors.apply(Dmlc.program("dmlc_parse"));
      var dmlc =
          new Subject(
              Dmlc.NAME,
              parser.work(seen -> file.tally(RowSums.of(seen), DMLC_ULPS), file.local()),
              file.tally());
      dmlc.time();
      return List.of(trial(ours.name(), file, ours, dmlc));
    } catch (IOException e) {
      settings.missing(Dmlc.NAME, e);
      return List.of();
    }
  }

  private RowFile write(RowText text, org.apache.hadoop.fs.Path folder, int sizes)
      throws IOException {
    return RowFile.write(text, folder, sizes * settings.size(), settings.seed());
  }

  /** Returns the file's tally if the command has counted its rows. */
  private static Tally rows(RowFile file, String out) {
    Matcher rows = ROWS.matcher(out);
    boolean right =
        rows.find() && Long.parseLong(rows.group(1).replace(",", "")) == file.truth().rows();
    return right ? file.tally() : new Tally(0, 0, 0);
  }

  private Trial trial(String name, RowFile file, Subject ours, Subject peer) {
    String title = name + ", " + (file.length() >> 20) + " MB";
    return file.trial(suite, title, ours, peer, () -> Map.of("text", file.text().toString()));
  }
}
