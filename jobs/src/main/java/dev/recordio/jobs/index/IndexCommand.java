// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.index;

import dev.recordio.fs.input.InputListing;
import dev.recordio.fs.input.InputSpec;
import dev.recordio.jobs.cli.Command;
import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.cli.result.ResultTable;
import dev.recordio.jobs.cli.result.SkippedRecords;
import dev.recordio.jobs.cli.result.Totals;
import dev.recordio.jobs.cli.result.WritePlan;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.task.RecordIOCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;
import picocli.CommandLine;
import picocli.CommandLine.Parameters;

/**
 * Writes the indexes of files of records next to them: {@code a.rec}, {@code a.idx}, {@code
 * a.ridx}.
 */
@CommandLine.Command(
    footer = {
      "",
      "Only the headers of long records are read. A correct index is left as it is; if an index",
      "lacks something, its keys are kept.",
      "--check prints a line for each file whose index is missing or wrong, and then ends with 4.",
      "",
      "Examples:",
      "  recordio index train.rec",
      "  recordio index --keys id 'hdfs:///data/train/*.rec'",
      "  recordio index --check --checksums packed"
    })
public final class IndexCommand extends Command {
  @Parameters(
      paramLabel = "INPUT",
      arity = "1..*",
      description = "Files, folders, globs, or lists of them with ; or , between.")
  private List<String> inputs = new ArrayList<>();

  @Override
  protected void declare(KeyOptions options) {
    options
        .add("--keys", "ordinal|id|keep", IndexConf.KEYS)
        .flag("--checksums", IndexConf.CHECKSUMS)
        .flag("--check", IndexConf.CHECK)
        .flag("--force", IndexConf.FORCE);
  }

  @Override
  protected boolean writes() {
    return true;
  }

  /** The indexes are beside their files. */
  @Override
  protected String written() {
    return String.join(";", inputs);
  }

  @Override
  protected ResultTable.Columns columns() {
    return new ResultTable.Columns("differences", "file", "difference");
  }

  @Override
  protected ExitCode run() throws Exception {
    if (isGiven(IndexConf.CHECK) && isGiven(IndexConf.FORCE)) {
      throw new UsageException("--check writes nothing: it can't be combined with --force");
    }
    long start = System.nanoTime();
    var paths = new ArrayList<Path>();
    for (String input : inputs) {
      paths.addAll(InputSpec.parse(input));
    }
    try (var index = new IndexJob(conf(), paths)) {
      name(index.job(), inputs.get(0), "index");
      if (isDryRun()) {
        var plan = new IndexPlan(conf(), index.files());
        return wouldWrite(
            WritePlan.of(index.job(), written(), plan.indexed(), plan.bytes(), plan.written()));
      }
      Counters counters = runJob(index.job());
      Map<String, String> differences = index.differences();
      if (IndexConf.CHECK.getBoolean(conf())) {
        differences.forEach((file, difference) -> results().text(file).text(difference).end());
      } else if (!differences.isEmpty()) {
        note(
            String.format(
                Locale.ROOT,
                "%,d .idx did not fit %s, whose records are numbered now: %s",
                differences.size(),
                differences.size() == 1 ? "its file" : "their files",
                differences.keySet().iterator().next()
                    + (differences.size() == 1 ? "" : " and others")));
      }
      return report(counters, index.files(), System.nanoTime() - start);
    }
  }

  private ExitCode report(Counters counters, List<FileStatus> files, long nanos)
      throws BadInputException {
    long bytes = InputListing.bytes(files);
    long read = counters.findCounter(RecordIOCounter.BYTES_READ).getValue();
    long damaged = counters.findCounter(RecordIOCounter.DAMAGED_RECORDS).getValue();
    long different = counters.findCounter(FileIndexer.Count.FILES_DIFFERENT).getValue();
    var totals =
        new Totals()
            .count("files", files.size())
            .count("records", counters.findCounter(RecordIOCounter.RECORDS_READ).getValue())
            .bytes("bytes", bytes)
            .bytes("bytes read", read)
            .add("part of them read", String.format(Locale.ROOT, "%.2f %%", 100.0 * read / bytes));
    if (IndexConf.CHECK.getBoolean(conf())) {
      long missing = counters.findCounter(FileIndexer.Count.FILES_MISSING).getValue();
      totals.count("indexes missing", missing).count("indexes wrong", different - missing);
    } else {
      totals
          .count(
              "indexes written", counters.findCounter(FileIndexer.Count.FILES_WRITTEN).getValue())
          .count("right already", counters.findCounter(FileIndexer.Count.FILES_LEFT).getValue());
    }
    long replaced = counters.findCounter(FileIndexer.Count.KEYS_REPLACED).getValue();
    if (replaced > 0) {
      totals.count("did not fit, so lost their keys", replaced);
    }
    if (damaged > 0) {
      totals.count("damaged records passed over", damaged);
    }
    print(totals.seconds("seconds", nanos));
    ExitCode ended = skipped(SkippedRecords.of(counters));
    return different > 0 ? ExitCode.DAMAGE_FOUND : ended;
  }
}
