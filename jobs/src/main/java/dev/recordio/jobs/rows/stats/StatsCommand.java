// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.stats;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.recordio.conf.Notes;
import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.cli.result.Totals;
import dev.recordio.jobs.job.JsonFiles;
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
    var report = new StatsReport(TextSettings.of(conf()), segments, stats);
    if (asJson()) {
      ObjectNode root = report.json();
      if (lists) {
        root.putArray("bad").addAll(bad.stream().map(RowFault::toJson).toList());
      }
      printJson(root);
    } else if (lists) {
      bad.forEach(fault -> out().println(fault.toLine()));
      print(report.totals());
      if (bad.isEmpty() && !quiet()) {
        err().println("sound: no line breaks a rule");
      }
    } else {
      report.totals().print(out());
    }
    if (lists && mode == ParseMode.STRICT && (!bad.isEmpty() || stats.conflict() != null)) {
      out().flush(); // before the error
      throw new BadInputException(malformed(stats, bad), null);
    }
    return mode == ParseMode.DMLC ? ExitCode.OK : skippedLines(stats.leftOut(), stats.rows());
  }

  private static String malformed(RowStats stats, List<RowFault> bad) {
    String rest = "; --mode lenient repairs and counts such lines (docs/libsvm.md says how)";
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

    private String mode() {
      return settings.mode().name().toLowerCase(Locale.ROOT);
    }

    /** Returns one JSON object. */
    ObjectNode json() {
      ObjectNode root = JsonNodeFactory.withExactBigDecimals(false).objectNode();
      root.put("files", segments.files().size());
      root.put("bytes", segments.bytes());
      root.put("segments", segments.count());
      root.put("format", settings.format());
      root.put("mode", mode());
      root.put("rows", stats.rows());
      root.put("nnz", stats.nnz());
      root.put("columns", stats.columns(choice.base()));
      root.put("minIndex", stats.minIndex());
      root.put("maxIndex", stats.maxIndex());
      root.put("indexBase", choice.base());
      root.put("indexBaseReason", choice.how());
      root.put("indexBaseGuess", choice.guess());
      root.put("indexBaseGuessReason", choice.reason());
      root.put("labelSum", stats.labelSum());
      root.put("valueSum", stats.valueSum());
      root.put("lines", stats.lines());
      root.put("weightedRows", stats.weightedRows());
      root.put("groupedRows", stats.groupedRows());
      root.put("groups", stats.groups());
      root.put("bareEntries", stats.bareEntries());
      root.put("malformed", stats.malformed());
      root.set("malformedByRule", JsonFiles.tree(stats.faults()));
      root.set("notesByRule", JsonFiles.tree(stats.notes()));
      root.put("conflict", stats.conflict());
      root.set("labels", JsonFiles.tree(stats.labels()));
      return root;
    }

    /** Returns lines of text for users. */
    Totals totals() {
      var totals =
          new Totals()
              .count("files", segments.files().size())
              .bytes("bytes", segments.bytes())
              .count("rows", stats.rows())
              .count("entries", stats.nnz())
              .add("entries a row, mean", mean())
              .add("columns", number(stats.columns(choice.base())))
              .add("smallest index", number(stats.minIndex()))
              .add("largest index", number(stats.maxIndex()))
              .add("index base", choice.base() + " (" + choice.how() + ")");
      if (choice.guess() != choice.base()) {
        totals.add("  by the text", choice.guess() + ": " + choice.reason());
      }
      if (stats.weightedRows() > 0) {
        totals.count("rows with a weight", stats.weightedRows());
      }
      if (stats.groupedRows() > 0) {
        totals.count("rows with a query id", stats.groupedRows());
        totals.count("query groups", stats.groups());
      }
      if (stats.bareEntries() > 0) {
        totals.count("entries without value", stats.bareEntries());
      }
      totals.add("sum of values", Double.toString(stats.valueSum()));
      addLabels(totals);
      totals.count("malformed", stats.malformed());
      addRules(totals, stats.faults());
      if (stats.conflict() != null) {
        totals.add("rows differ", stats.conflict());
      }
      if (!stats.notes().isEmpty()) {
        totals.count("notes", stats.notes().values().stream().mapToLong(Long::longValue).sum());
        addRules(totals, stats.notes());
      }
      return totals;
    }

    private String mean() {
      return stats.rows() == 0
          ? "-"
          : String.format(Locale.ROOT, "%.1f", (double) stats.nnz() / stats.rows());
    }

    private void addLabels(Totals totals) {
      LabelCounts labels = stats.labels();
      if (labels.min() != null) {
        totals.add("labels", labels.min() + " to " + labels.max());
      }
      Map<String, Long> counts = labels.counts();
      if (counts == null) {
        totals.add("  different ones", "more than " + LabelCounts.MOST);
        return;
      }
      counts.entrySet().stream()
          .limit(LABELS_SHOWN)
          .forEach(label -> totals.count("  label " + label.getKey(), label.getValue()));
      if (counts.size() > LABELS_SHOWN) {
        totals.add("  ...", counts.size() - LABELS_SHOWN + " other labels");
      }
    }

    private static void addRules(Totals totals, Map<String, Long> counts) {
      counts.forEach((rule, count) -> totals.count("  " + rule, count));
    }

    private static String number(BigInteger number) {
      return number == null ? "-" : String.format(Locale.ROOT, "%,d", number);
    }
  }
}
