// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import dev.recordio.fs.input.InputSpec;
import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.fs.row.RowNotes;
import dev.recordio.jobs.cli.Command;
import dev.recordio.jobs.cli.ShardOptions;
import dev.recordio.jobs.records.census.ArrangeConf;
import dev.recordio.jobs.records.census.ArrangeJob;
import dev.recordio.jobs.records.census.RecordFormat;
import dev.recordio.jobs.run.SkippedRecords;
import dev.recordio.jobs.run.Totals;
import dev.recordio.jobs.run.WritePlan;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.shard.ShardPlan;
import dev.recordio.sparse.ParseRule;
import dev.recordio.task.RecordIOCounter;
import dev.recordio.task.RowCounter;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;
import picocli.CommandLine.Mixin;

/** Base of the commands that rewrite the records of an input. */
abstract class ArrangeCommand extends Command {
  @Mixin private ShardOptions shards;

  /** Returns the input, as the user wrote it. */
  abstract String input();

  /** Returns the output, as the user wrote it. */
  abstract String output();

  /** Sets the keys of the command's own options. */
  abstract void setKeys();

  /** Returns the paths of the input, as the user wrote it. */
  List<Path> paths(String list) {
    return InputSpec.parse(list);
  }

  /** Whether the user wants a number or a size of shards. */
  final boolean hasShardOption() {
    return shards.isGiven();
  }

  /** Prepares the jobs. */
  abstract ArrangeJob open(List<Path> inputs, Path output) throws Exception;

  /** Adds totals of the command's own. */
  void describe(Totals totals, ArrangeJob job) throws IOException {}

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
    shards.set(conf(), ArrangeConf.SHARDS, ArrangeConf.SHARD_SIZE);
    setKeys();
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
      KeyNotes.say(arrange);
      sayDoubts(arrange, counted);
      if (isDryRun()) {
        return wouldWrite(plan(arrange, output), ended(arrange.kind(), counted));
      }
      Counters written = runJob(arrange.job());
      return report(arrange, counted, written, System.nanoTime() - start);
    }
  }

  /** Says what rows of text probably mean. */
  private static void sayDoubts(ArrangeJob arrange, Counters counted) {
    if (arrange.kind() == RecordFormat.ROWS) {
      var notes = new RowNotes(LibSvmConf.FORMAT.definition().defaultValue());
      for (ParseRule rule : ParseRule.values()) {
        notes.count(rule, counted.findCounter(RowCounter.RULES, rule.title()).getValue());
      }
      arrange.doubts().forEach(d -> notes.first(d.rule(), d.path(), d.offset(), d.line()));
      notes.say();
    }
  }

  private static WritePlan plan(ArrangeJob arrange, String output) throws Exception {
    int files = arrange.kind() == RecordFormat.ROWS ? 1 : ShardPlan.recordFiles(arrange.job());
    int shards = arrange.job().getNumReduceTasks();
    return shards == 0
        ? ShardPlan.of(arrange.job(), output, files)
        : WritePlan.of(arrange.job(), output, shards, arrange.inputBytes(), (long) shards * files);
  }

  private ExitCode report(ArrangeJob arrange, Counters counted, Counters written, long nanos)
      throws IOException, BadInputException {
    RecordFormat kind = arrange.kind();
    long leftOut = kind.leftOut(counted);
    long bytes = written.findCounter(RecordIOCounter.BYTES_WRITTEN).getValue();
    var totals = new Totals();
    if (arrange.indexedRecords() > 0) {
      totals.count("records in indexes", arrange.indexedRecords());
    }
    if (arrange.needsCensus()) {
      totals.count(kind.one() + "s read", kind.read(counted));
    }
    totals
        .count(
            kind.one() + "s written",
            written.findCounter(RecordIOCounter.RECORDS_WRITTEN).getValue())
        .bytes("bytes written", bytes);
    describe(totals, arrange);
    if (arrange.repeatedKeys() > 0) {
      totals.count("records with a repeated key", arrange.repeatedKeys());
    }
    if (leftOut > 0) {
      totals.count(kind.leftOutTitle(), leftOut);
    }
    totals.bookkeeping(counted.findCounter(RecordIOCounter.BOOKKEEPING_RECORDS).getValue());
    String output = output();
    totals.seconds("seconds", nanos).rate("rate", bytes, nanos).add("output", output);
    print(totals.next(kind.nextCommand(), next(output)));
    return ended(kind, counted);
  }

  private ExitCode ended(RecordFormat kind, Counters counted) throws BadInputException {
    return kind == RecordFormat.ROWS
        ? skippedLines(kind.leftOut(counted), kind.read(counted))
        : skipped(SkippedRecords.of(counted));
  }
}
