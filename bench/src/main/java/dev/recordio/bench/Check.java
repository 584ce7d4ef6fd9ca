// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench;

import dev.recordio.bench.harness.Defaults;
import dev.recordio.bench.harness.Settings;
import dev.recordio.bench.harness.Stage;
import dev.recordio.bench.harness.Storage;
import dev.recordio.bench.harness.Suite;
import dev.recordio.bench.harness.Trial;
import dev.recordio.bench.report.Comparison;
import dev.recordio.bench.report.Comparison.Verdict;
import dev.recordio.bench.report.Row;
import dev.recordio.bench.suite.BatchesSuite;
import dev.recordio.bench.suite.GatherSuite;
import dev.recordio.bench.suite.ReadersSuite;
import dev.recordio.bench.suite.ScanSuite;
import dev.recordio.bench.suite.ShuffleProcessSuite;
import dev.recordio.bench.suite.SmallFilesSuite;
import dev.recordio.bench.suite.StartSuite;
import dev.recordio.bench.suite.TranscodeSuite;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** What {@code --check} runs: a few rows of some suites, over less data and in fewer rounds. */
final class Check {
  private static final long SIZE = 64L << 20;

  /** Files of scans are larger than a processor's cache. */
  private static final long SCANNED = 4 * SIZE;

  private static final List<Long> SIZES = List.of(100L, 10L << 10);

  /** The parts, in the order in which they run: what takes long is last. */
  static final List<Part> PARTS =
      List.of(
          new Part(
              Defaults.of("scan").withSize(SCANNED).withRounds(5),
              new ScanSuite()::stages,
              row("view", "plain 1 MiB reads", "100 B"),
              row("BytesWritable", "SequenceFile", "100 B"),
              row("BytesWritable", "SequenceFile", "10 KB")),
          new Part(
              Defaults.of("gather").withSize(SIZE).withRounds(7),
              new GatherSuite()::stages,
              row("gather, 5591 reads", "a read a record", "100 B"),
              row("gather, 6523 reads", "a read a record", "10 KB")),
          new Part(
              Defaults.of("readers").withSize(SIZE).withRounds(7),
              ReadersSuite::records,
              row("recordio:", "scan", "100 B").goal(0.85),
              row("recordio:", "scan", "10 KB").goal(0.95),
              row("prefetch(64m)", "libdmlc's InputSplit", "100 B").goal(1).byCpu(),
              row("shuffle(window=16384)", "in order", "100 B").goal(0.65),
              row("shuffle(window=16384)", "in order", "10 KB").goal(0.75)),
          new Part(
              Defaults.of("batches")
                  .withSize(SIZE)
                  .withCounts(List.of(128L))
                  .withWarmUps(1)
                  .withRounds(3),
              new BatchesSuite()::stages,
              row("224 crops, float32", "ImageRecordIter", "31220 B").goal(1.3).byCpu(),
              row("mean-image, further images", "decoding", "31220 B").byCpu()),
          new Part(
              Defaults.of("transcode")
                  .withSize(SIZE)
                  .withCounts(List.of(64L))
                  .withWarmUps(1)
                  .withRounds(3),
              new TranscodeSuite()::stages,
              row("short edge 256", "cv2", "73959 B").byCpu(),
              row("pack --resize 256, further images", "cv2", "73959 B").goal(1).byCpu()),
          new Part(
              Defaults.of("shuffle-process")
                  .withSize(SIZE)
                  .withCounts(List.of(1_000_000L))
                  .withWarmUps(0)
                  .withRounds(3),
              new ShuffleProcessSuite()::stagesWithoutSort,
              row("1000000 records", "Python, a read a record by .idx", "100 B").goal(1.5)),
          new Part(
              Defaults.of("small-files")
                  .withSize(SIZE)
                  .withCounts(List.of(10_000L))
                  .withWarmUps(0)
                  .withRounds(3),
              new SmallFilesSuite()::stages,
              row("info, 10000 files", "plain loop, whole process", "").goal(0.5),
              row("stats, 10000 files", "plain loop, whole process", "").goal(0.5),
              row("index, 10000 files", "plain loop, whole process", "").goal(0.25)),
          new Part(
              Defaults.of("start").withSize(SIZE).withWarmUps(0).withRounds(3),
              new StartSuite()::stages,
              row("recordio --version", "bare JVM", "").goal(0.45),
              row("first output of recordio cat", "bare JVM", "10 KB").goal(0.3),
              row("pack, 20,000 files of 20 KB", "Python loop", "20 KB").goal(1),
              row("recordio csr, 128 MB", "scikit-learn and save_npz", "1128 B").goal(4),
              row("recordio csr, 2688 MB", "libdmlc", "558 B").goal(1.5),
              row("recordio stats, one processor, 896 MB", "libdmlc", "1128 B").goal(1.6)));

  private Check() {}

  private static Chosen row(String name, String peer, String record) {
    return new Chosen(name, peer, record, 0, false);
  }

  /**
   * A row of a suite.
   *
   * @param name the case
   * @param record the size of a record, as in tables; empty for none
   * @param goal the ratio that is aimed at; 0 for none
   * @param cpu whether only processor time compares the two sides
   */
  record Chosen(String name, String peer, String record, double goal, boolean cpu) {
    Chosen goal(double ratio) {
      return new Chosen(name, peer, record, ratio, cpu);
    }

    Chosen byCpu() {
      return new Chosen(name, peer, record, goal, true);
    }

    boolean is(Trial trial) {
      return trial.name().equals(name)
          && trial.peer().name().equals(peer)
          && TableReport.recordSize(trial).equals(record);
    }

    boolean is(Row row) {
      return row.cell("case").equals(name)
          && row.cell("peer").equals(peer)
          && row.cell("record").equals(record);
    }
  }

  /**
   * Some rows of a suite.
   *
   * @param defaults what they run on; processes need no warm-up
   * @param stagesOf returns the suite's stages
   */
  record Part(Defaults defaults, Function<Settings, List<Stage>> stagesOf, List<Chosen> rows)
      implements Suite {
    Part(Defaults defaults, Function<Settings, List<Stage>> stagesOf, Chosen... rows) {
      this(defaults, stagesOf, List.of(rows));
    }

    /** Returns the stages over this part's own data, with the chosen comparisons only. */
    @Override
    public List<Stage> stages(Settings given) {
      var own =
          new Settings(
              defaults.size(),
              SIZES,
              defaults.counts(),
              given.chunks(),
              List.of(Storage.RAW),
              given.seed(),
              given.definitions(),
              given.notes());
      return stagesOf.apply(own).stream().map(this::chosen).toList();
    }

    private Stage chosen(Stage stage) {
      Stage some =
          (conf, folder) ->
              stage.trials(conf, folder).stream()
                  .filter(trial -> rows.stream().anyMatch(row -> row.is(trial)))
                  .toList();
      return some.on(stage.storage());
    }

    /** Returns the rows that a chosen one names. */
    private List<Row> of(Chosen chosen, List<Row> run) {
      return run.stream()
          .filter(row -> row.cell("suite").equals(name()) && chosen.is(row))
          .toList();
    }

    /** Returns the chosen rows that are not among some rows. */
    List<Chosen> missing(List<Row> run) {
      return rows.stream().filter(chosen -> of(chosen, run).isEmpty()).toList();
    }
  }

  /**
   * Returns the table, and a line with the number of ratios that fell.
   *
   * @param run the rows that were run
   * @param recorded the rows to compare them with
   */
  static String report(List<Row> run, List<Row> recorded) {
    var cells = new ArrayList<List<String>>();
    int fell = 0;
    for (Part part : PARTS) {
      for (Chosen chosen : part.rows()) {
        for (Row row : part.of(chosen, run)) {
          Comparison comparison = Comparison.of(row, recorded, chosen.cpu());
          cells.add(comparison.cells(chosen.goal()));
          fell += comparison.verdict() == Verdict.FELL ? 1 : 0;
        }
      }
      for (Chosen row : part.missing(run)) {
        cells.add(Comparison.notRun(part.name(), row.name(), row.peer(), row.record(), row.goal()));
      }
    }
    return String.format(
        "%s%n%d of %d fell by more than the noise%n", Comparison.markdown(cells), fell, run.size());
  }
}
