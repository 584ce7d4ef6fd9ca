// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import dev.recordio.fs.input.InputSpec;
import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.RowNotes;
import dev.recordio.jobs.cli.Command;
import dev.recordio.jobs.cli.InputOutput;
import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.cli.result.SkippedRecords;
import dev.recordio.jobs.cli.result.Totals;
import dev.recordio.jobs.cli.result.WritePlan;
import dev.recordio.jobs.records.census.ArrangeConf;
import dev.recordio.jobs.records.census.RecordFormat;
import dev.recordio.jobs.records.copy.ArrangeJob;
import dev.recordio.jobs.records.copy.CopyJob;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.jobs.shard.PlannedShard;
import dev.recordio.jobs.shard.ShardOutputFormat;
import dev.recordio.sparse.ParseRule;
import dev.recordio.task.RecordIOCounter;
import dev.recordio.task.RowCounter;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;
import picocli.CommandLine.Mixin;

/** Base of the commands that rewrite the records of an input. */
abstract class ArrangeCommand extends Command {
  abstract String input();

  abstract String output();

  /**
   * Checks the options.
   *
   * @throws UsageException when they do not fit each other
   */
  void check() throws UsageException {}

  /** Returns the paths of the input, as the user wrote it. */
  List<Path> paths(String list) {
    return InputSpec.parse(list);
  }

  /** Whether the user wants a number or a size of shards. */
  final boolean hasShardOption() {
    return isGiven(ArrangeConf.SHARDS) || isGiven(ArrangeConf.SHARD_SIZE);
  }

  @Override
  protected void declare(KeyOptions options) {
    options.shards(ArrangeConf.SHARDS, ArrangeConf.SHARD_SIZE);
  }

  abstract ArrangeJob open(List<Path> inputs, Path output) throws Exception;

  /** Prints results of the command's own. */
  void describe(ArrangeJob job) {}

  /** Returns the path to suggest for inspection: the output, or a part of it. */
  String next(String written) {
    return written;
  }

  @Override
  protected final boolean writes() {
    return true;
  }

  @Override
  protected final ExitCode run() throws Exception {
    check();
    String input = input();
    String output = output();
    long start = System.nanoTime();
    try (ArrangeJob arrange = open(paths(input), outputPath(output))) {
      Counters counted = new Counters();
      if (arrange.needsCensus()) {
        name(arrange.census(), input, "census");
        expectJobs(isDryRun() ? 1 : 2);
        counted = runJob(arrange.census());
        SkippedRecords.of(counted).check(conf());
      }
      name(arrange.job(), input, output);
      arrange.sayKeys();
      sayDoubts(arrange, counted);
      if (isDryRun()) {
        return wouldWrite(plan(arrange, output), ended(arrange.format(), counted));
      }
      Counters written = runJob(arrange.job());
      return report(arrange, counted, written, System.nanoTime() - start);
    }
  }

  /** Says what rows of text probably mean. */
  private static void sayDoubts(ArrangeJob arrange, Counters counted) throws IOException {
    if (arrange.format() == RecordFormat.ROWS) {
      var notes = new RowNotes(LibSvmConf.FORMAT.get(arrange.job().getConfiguration()));
      for (ParseRule rule : ParseRule.values()) {
        notes.count(rule, counted.findCounter(RowCounter.RULES, rule.title()).getValue());
      }
      arrange.found().doubts().forEach(d -> notes.first(d.rule(), d.path(), d.offset(), d.line()));
      notes.say();
    }
  }

  private static WritePlan plan(ArrangeJob arrange, String output) throws Exception {
    List<PlannedShard> planned = arrange.shards();
    long bytes =
        planned.isEmpty()
            ? arrange.found().bytes()
            : planned.stream().mapToLong(PlannedShard::bytes).sum();
    int files =
        arrange.format() == RecordFormat.ROWS ? 1 : ShardOutputFormat.recordFiles(arrange.job());
    int shards = shards(arrange);
    return WritePlan.of(arrange.job(), output, shards, bytes, (long) shards * files);
  }

  private static int shards(ArrangeJob arrange) throws IOException {
    return Math.max(arrange.shards().size(), arrange.job().getNumReduceTasks());
  }

  private ExitCode report(ArrangeJob arrange, Counters counted, Counters written, long nanos)
      throws IOException, BadInputException {
    RecordFormat kind = arrange.format();
    long leftOut = kind.leftOut(counted);
    long bytes = written.findCounter(RecordIOCounter.BYTES_WRITTEN).getValue();
    var totals = new Totals();
    totals.countIfAny("records in indexes", arrange.indexedRecords());
    if (arrange.needsCensus()) {
      totals.count(kind.one() + "s read", kind.read(counted));
    }
    totals
        .count(
            kind.one() + "s written",
            written.findCounter(RecordIOCounter.RECORDS_WRITTEN).getValue())
        .bytes("bytes written", bytes);
    describe(arrange);
    Map<String, Long> records = new LinkedHashMap<>();
    arrange.shards().forEach(shard -> records.merge(shard.folder(), shard.records(), Long::sum));
    records.remove(""); // the output itself
    records.forEach((folder, count) -> totals.count("  " + folder, count));
    totals.count("shards", shards(arrange));
    totals.countIfAny("wanted, but no record has them", arrange.missing());
    totals.countIfAny("records with a repeated key", Math.max(0, arrange.repeatedKeys()));
    totals.countIfAny(kind.leftOutTitle(), leftOut);
    totals.bookkeeping(counted.findCounter(RecordIOCounter.BOOKKEEPING_RECORDS).getValue());
    String output = output();
    totals.seconds("seconds", nanos).rate("rate", bytes, nanos).add("output", output);
    String format = LibSvmConf.FORMAT.get(arrange.job().getConfiguration());
    print(
        format.equals(LibSvmConf.FORMAT.definition().defaultValue())
            ? totals.next(kind.nextCommand(), next(output))
            : totals.next(kind.nextCommand(), "--format", format, next(output)));
    return ended(kind, counted);
  }

  private ExitCode ended(RecordFormat kind, Counters counted) throws BadInputException {
    return kind == RecordFormat.ROWS
        ? skippedLines(kind.leftOut(counted), kind.read(counted))
        : skipped(SkippedRecords.of(counted));
  }

  /** Base of the commands that rewrite the records of one input. */
  abstract static class OfFolder extends ArrangeCommand {
    @Mixin private InputOutput folders;

    @Override
    final String input() {
      return folders.input();
    }

    @Override
    final String output() {
      return folders.output();
    }
  }

  /** Base of the commands that take rows of text as well. */
  abstract static class OfRecordsOrRows extends OfFolder {
    @Override
    protected void declare(KeyOptions options) {
      options.add(
          "--format",
          "libsvm|libfm|csv",
          LibSvmConf.FORMAT,
          "The input is text of this format. Usually not needed: the name of the first file,"
              + " or its first bytes, show it.");
      if (hasLabelsOption()) {
        options.add(
            "--labels",
            "first|none",
            LibSvmConf.LABELS,
            "Rows begin with a label (first, default), or with a feature (none).");
      }
      options.add(
          "--mode",
          "strict|lenient",
          LibSvmConf.MODE,
          "Malformed text is an error (strict, default), or only lines without a"
              + " label are left out (lenient).");
      super.declare(options);
    }

    /** Whether {@code --labels} says how rows begin; else only its key does. */
    boolean hasLabelsOption() {
      return true;
    }

    @Override
    List<Path> paths(String list) {
      if (!list.contains("?")) {
        return super.paths(list);
      }
      List<Path> paths = RowInputs.parse(conf(), list);
      setOptions(); // they override the format that the list has
      return paths;
    }
  }

  /** Base of the commands that copy records in the order of the input. */
  abstract static class OfCopy extends OfRecordsOrRows {
    private final CopyJob.What what;

    OfCopy(CopyJob.What what) {
      this.what = what;
    }

    @Override
    final ArrangeJob open(List<Path> inputs, Path output) throws Exception {
      return new CopyJob(what, conf(), inputs, output);
    }
  }
}
