// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.stats;

import dev.recordio.fs.row.TextSettings;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.segment.InputFingerprint;
import dev.recordio.jobs.segment.SegmentTable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.fs.FileStatus;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Computes statistics of sparse rows in a job, and keeps them for csr if requested. */
@CommandLine.Command(
    footer = {
      "",
      "Examples:",
      "  recordio stats train.libsvm",
      "  recordio stats --index-base auto --mode lenient hdfs:///data/train",
      "  recordio stats --json 'logs/*.libsvm'",
      "  recordio stats --sidecar auto train.libsvm"
    })
@InterfaceAudience.Private
@InterfaceStability.Evolving
public final class StatsCommand extends RowsCommand {
  @Parameters(
      paramLabel = "INPUT",
      description = "File, folder, glob, or a list of them with ; or , between.")
  private String input;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Option(
      names = "--sidecar",
      paramLabel = "auto|none|FILE",
      description =
          "Where the result is kept for csr: none (default), auto (_stats.json in the folder that is"
              + " INPUT, .NAME.stats.json beside the file that is), or a file.")
  private String sidecar;

  @Override
  protected ExitCode run() throws Exception {
    set(StatsConf.SIDECAR.key(), sidecar);
    List<FileStatus> files = listInput(input);
    SegmentTable segments = SegmentTable.of(conf(), files);
    InputStats stats = count(input, segments, 0);
    keep(files, stats);
    var report = new StatsReport(TextSettings.of(conf()), segments, stats);
    if (json) {
      printJson(report.json());
    } else {
      report.totals().print(out());
    }
    return skippedLines(stats.leftOut(), stats.rows());
  }

  /** Failing to keep the result is only a warning. */
  private void keep(List<FileStatus> files, InputStats stats) throws IOException {
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
