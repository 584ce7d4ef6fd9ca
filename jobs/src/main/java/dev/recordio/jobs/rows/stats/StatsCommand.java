// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.stats;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.recordio.conf.Notes;
import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.rows.InputFingerprint;
import dev.recordio.jobs.rows.RowFault;
import dev.recordio.jobs.rows.RowStats;
import dev.recordio.jobs.rows.SegmentTable;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.sparse.ParseMode;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
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
}
