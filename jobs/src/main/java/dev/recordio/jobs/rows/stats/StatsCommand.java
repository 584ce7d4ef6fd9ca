// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.stats;

import dev.recordio.conf.Notes;
import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.cli.result.Totals;
import dev.recordio.jobs.rows.InputFingerprint;
import dev.recordio.jobs.rows.LabelCounts;
import dev.recordio.jobs.rows.RowFault;
import dev.recordio.jobs.rows.RowStats;
import dev.recordio.jobs.rows.SegmentTable;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.sparse.ParseMode;
import java.io.IOException;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import picocli.CommandLine;
import picocli.CommandLine.Parameters;

/** Computes statistics of sparse rows in a job, and keeps them for csr if requested. */
@CommandLine.Command(
    footer = {
      "",
      "Examples:",
      "  recordio stats train.libsvm",
      "  recordio stats --index-base auto --mode lenient hdfs:///data/train",
      "  recordio stats --json 'logs/*.libsvm'",
      "  recordio stats --list-bad 20 train.libsvm",
      "  recordio stats --sidecar auto train.libsvm"
    })
public final class StatsCommand extends RowsCommand {
  @Parameters(
      paramLabel = "INPUT",
      description = "File, folder, glob, or a list of them with ; or , between.")
  private String input;

  @Override
  protected boolean takesLabelSets() {
    return true;
  }

  @Override
  protected void declare(KeyOptions options) {
    super.declare(options);
    options
        .add("--list-bad", "N", StatsConf.LIST_BAD)
        .add("--sidecar", "auto|none|FILE", StatsConf.SIDECAR);
  }

  @Override
  protected ExitCode run() throws Exception {
    boolean lists = StatsConf.LIST_BAD.getInt(conf()) > 0;
    List<FileStatus> files = listInput(input);
    ParseMode mode = TextSettings.of(conf()).mode();
    if (lists) {
      LibSvmConf.MODE.set(conf(), "lenient");
    }
    SegmentTable segments = SegmentTable.of(conf(), files);
    RowStats stats;
    List<RowFault> bad;
    try (var job = new StatsJob(conf(), segments)) {
      name(job.job(), input, "statistics");
      runRows(job.job());
      stats = job.result();
      job.notes().forEach(Notes::say);
      bad = lists ? job.faults() : List.of();
    }
    if (!lists) {
      keep(files, stats);
    }
    Totals result = new StatsReport(TextSettings.of(conf()), segments, stats).result();
    if (!lists) {
      printResult(result);
    } else if (asJson()) {
      printResult(result.value("bad", bad.stream().map(StatsCommand::values).toList()));
    } else {
      bad.forEach(fault -> out().println(fault.toLine()));
      print(result);
      if (bad.isEmpty() && !quiet()) {
        err().println("sound: no line breaks a rule");
      }
    }
    if (lists && mode == ParseMode.STRICT && (!bad.isEmpty() || stats.conflict() != null)) {
      out().flush(); // before the error
      throw new BadInputException(malformed(stats, bad), null);
    }
    return mode == ParseMode.DMLC ? ExitCode.OK : skippedLines(stats.leftOut(), stats.rows());
  }

  private static Map<String, Object> values(RowFault fault) {
    return new Totals()
        .value("file", fault.path())
        .value("offset", fault.offset())
        .value("line", fault.line())
        .value("rule", fault.rule())
        .value("cell", fault.cell())
        .values();
  }

  private static String malformed(RowStats stats, List<RowFault> bad) {
    String rest = "; --mode lenient repairs and counts such lines (docs/rows.md says how)";
    if (bad.isEmpty()) {
      return "malformed text: parts of the input differ: " + stats.conflict() + rest;
    }
    RowFault first = bad.get(0);
    return String.format(
        Locale.ROOT,
        "malformed text: %s; first in %s at offset %d, line %d%s%s",
        inOneLine(stats.faults()),
        first.path(),
        first.offset(),
        first.line(),
        bad.size() < stats.malformed() ? "; only the first " + bad.size() + " are listed" : "",
        rest);
  }

  /** Failing to keep the result is only a warning. */
  private void keep(List<FileStatus> files, RowStats stats) throws IOException {
    StatsSidecar place = StatsSidecar.toWrite(conf(), inputs());
    if (place == null) {
      return;
    }
    try {
      place.write(InputFingerprint.ofStats(conf(), files), stats);
    } catch (IOException e) {
      err().println("warning: the result can't be kept for csr: " + e.getMessage());
      return;
    }
    if (!quiet()) {
      err().println("kept for csr: " + place.file());
    }
  }

  /** The output of {@code stats}. */
  private static final class StatsReport {
    private static final int LABELS_SHOWN = 20;

    private final TextSettings settings;
    private final SegmentTable segments;
    private final RowStats stats;
    private final IndexBaseChoice choice;

    StatsReport(TextSettings settings, SegmentTable segments, RowStats stats) {
      this.settings = settings;
      this.segments = segments;
      this.stats = stats;
      choice = IndexBaseChoice.of(settings, stats);
    }

    /** Returns the result, without the rows that break a rule. */
    Totals result() {
      var result =
          new Totals()
              .count("files", segments.files().size())
              .bytes("bytes", segments.bytes())
              .value("segments", segments.count())
              .value("format", settings.format())
              .value("mode", settings.mode().name().toLowerCase(Locale.ROOT))
              .count("rows", stats.rows())
              .count("entries", stats.nnz())
              .key("nnz")
              .show("entries a row, mean", mean());
      number(result, "columns", "columns", stats.columns(choice.base()));
      number(result, "smallest index", "minIndex", stats.minIndex());
      number(result, "largest index", "maxIndex", stats.maxIndex());
      result
          .show("index base", choice.base() + " (" + choice.how() + ")")
          .value("indexBase", choice.base())
          .value("indexBaseReason", choice.how())
          .value("indexBaseGuess", choice.guess())
          .value("indexBaseGuessReason", choice.reason());
      if (choice.guess() != choice.base()) {
        result.show("  by the text", choice.guess() + ": " + choice.reason());
      }
      result
          .value("labelSum", stats.labelSum())
          .value("valueSum", stats.valueSum())
          .value("lines", stats.lines());
      result
          .showIfAny("rows with a weight", stats.weightedRows())
          .showIfAny("rows with a query id", stats.groupedRows())
          .value("weightedRows", stats.weightedRows())
          .value("groupedRows", stats.groupedRows())
          .value("groups", stats.groups())
          .value("bareEntries", stats.bareEntries());
      if (stats.groupedRows() > 0) {
        result.show("query groups", stats.groups());
      }
      result
          .showIfAny("entries without value", stats.bareEntries())
          .show("sum of values", Double.toString(stats.valueSum()));
      addLabels(result);
      result.count("malformed", stats.malformed());
      addRules(result, "malformedByRule", stats.faults());
      if (stats.conflict() != null) {
        result.show("rows differ", stats.conflict());
      }
      if (!stats.notes().isEmpty()) {
        result.show("notes", stats.notes().values().stream().mapToLong(Long::longValue).sum());
      }
      addRules(result, "notesByRule", stats.notes());
      return result.value("conflict", stats.conflict()).value("labels", stats.labels());
    }

    private String mean() {
      return stats.rows() == 0
          ? "-"
          : String.format(Locale.ROOT, "%.1f", (double) stats.nnz() / stats.rows());
    }

    private static void number(Totals result, String name, String key, BigInteger number) {
      result.show(name, number == null ? "-" : String.format(Locale.ROOT, "%,d", number));
      result.value(key, number);
    }

    private void addLabels(Totals totals) {
      LabelCounts labels = stats.labels();
      if (labels.min() != null) {
        totals.show("labels", labels.min() + " to " + labels.max());
      }
      if (settings.hasLabelSets()) {
        totals
            .show("  of all rows", stats.labelEntries())
            .value("labelEntries", stats.labelEntries())
            .value("labelColumns", stats.labelColumns());
      }
      Map<String, Long> counts = labels.counts();
      if (counts == null) {
        totals.show("  different ones", "more than " + LabelCounts.MOST);
        return;
      }
      counts.entrySet().stream()
          .limit(LABELS_SHOWN)
          .forEach(label -> totals.show("  label " + label.getKey(), label.getValue()));
      if (counts.size() > LABELS_SHOWN) {
        totals.show("  ...", counts.size() - LABELS_SHOWN + " other labels");
      }
    }

    private static void addRules(Totals totals, String key, Map<String, Long> counts) {
      counts.forEach((rule, count) -> totals.show("  " + rule, count));
      totals.value(key, counts);
    }
  }
}
