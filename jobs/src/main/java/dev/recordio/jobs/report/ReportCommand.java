// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import dev.recordio.fs.input.InputListing;
import dev.recordio.fs.input.InputSpec;
import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.cli.result.Totals;
import dev.recordio.jobs.cli.result.WritePlan;
import dev.recordio.jobs.rows.SegmentTable;
import dev.recordio.jobs.rows.stats.RowsCommand;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.sparse.ParseMode;
import dev.recordio.store.Store;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows an input on one page: an HTML file that needs nothing else. */
@CommandLine.Command(
    footer = {
      "",
      "INPUT is RecordIO files, the folder of a record store, or sparse rows; without --format,",
      "the first bytes and the name decide. Malformed rows are repaired and counted, unless",
      "--mode says otherwise. The same input and seed give the same page, except for dates and",
      "times.",
      "",
      "Examples:",
      "  recordio report train.rec -o report.html",
      "  recordio report hdfs:///data/train -o hdfs:///reports/train.html --seed 7",
      "  recordio report train.csv -o report.html",
      "  recordio report data/faces -o store.html"
    })
public final class ReportCommand extends RowsCommand {
  /** The bytes of most pages: the sample's pictures are the most of them, whatever the input. */
  private static final long PAGE_BYTES = 1 << 18;

  @Parameters(
      paramLabel = "INPUT",
      description = "File, folder, glob, or a list of them with ; or , between.")
  private String input;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "FILE.html",
      description = "The page to write; an older page there is replaced.")
  private String output;

  @Override
  protected void declare(KeyOptions options) {
    super.declare(options);
    options.add("--seed", "S", ReportConf.SEED);
  }

  @Override
  protected boolean writes() {
    return true;
  }

  @Override
  protected String written() {
    return output;
  }

  @Override
  protected ExitCode run() throws Exception {
    long sampleSeed = ReportConf.SEED.getLong(conf()); // checked for rows, too
    setKeys(input);
    long start = System.nanoTime();
    List<Path> paths =
        conf().get(LibSvmConf.FORMAT.key()) == null ? InputSpec.parse(input) : inputs();
    try (var file = new PageFile(conf(), outputPath(output), paths)) {
      return report(file, paths, sampleSeed, start);
    }
  }

  private ExitCode report(PageFile file, List<Path> paths, long sampleSeed, long start)
      throws Exception {
    InputKind kind = InputKind.of(conf(), paths);
    if (kind != InputKind.STORE) {
      file.checkOutside(paths);
    }
    if (isDryRun()) {
      InputListing.requireThere(conf(), paths);
      return wouldWrite(WritePlan.local(output, 1, PAGE_BYTES, 1));
    }
    return switch (kind) {
      case STORE -> {
        var report = new StoreReport(Store.open(conf(), paths.get(0)));
        finish(file, report, "records", report.records(), start);
        yield ExitCode.OK;
      }
      case ROWS -> {
        if (conf().get(LibSvmConf.MODE.key()) == null) {
          LibSvmConf.MODE.set(conf(), ParseMode.LENIENT.name().toLowerCase(Locale.ROOT));
        }
        SegmentTable segments = SegmentTable.of(conf(), listInput());
        RowReport report = RowReport.of(conf(), segments, job -> runRows(named(job)));
        finish(file, report, "rows", report.rows(), start);
        yield skippedLines(report.leftOut(), report.rows());
      }
      case RECORDS -> {
        RecordReport report = RecordReport.of(conf(), paths, sampleSeed, job -> runJob(named(job)));
        finish(file, report, "records", report.records(), start);
        if (report.damaged() > 0 && !quiet()) {
          err().println("damaged stretches passed over: " + report.damaged());
        }
        yield report.damaged() > 0 ? ExitCode.SKIPPED_RECORDS : ExitCode.OK;
      }
    };
  }

  private Job named(Job job) {
    name(job, input, output);
    return job;
  }

  private void finish(PageFile file, Report report, String noun, long count, long start)
      throws Exception {
    var page = new Page(title(), input);
    report.write(page);
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    String html = page.html("Made by recordio report at " + now + ".");
    file.write(html);
    if (asJson()) {
      Map<String, Object> figures = new LinkedHashMap<>();
      figures.put("file", output);
      figures.putAll(report.figures());
      printJson(figures);
    }
    print(
        new Totals()
            .count(noun, count)
            .seconds("seconds", System.nanoTime() - start)
            .add("page", output + " (" + Totals.human(html.length()) + ")"));
  }

  private String title() {
    List<Path> paths = RowInputs.paths(input);
    String name = paths.get(0).getName();
    String first = name.isEmpty() ? input : name;
    return paths.size() == 1 ? first : first + " and " + (paths.size() - 1) + " more";
  }
}
