// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export;

import dev.recordio.formats.output.OutputConf;
import dev.recordio.fs.input.InputSpec;
import dev.recordio.jobs.cli.Command;
import dev.recordio.jobs.cli.InputOutput;
import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.cli.result.SkippedRecords;
import dev.recordio.jobs.cli.result.Totals;
import dev.recordio.jobs.job.JsonFiles;
import dev.recordio.jobs.records.census.RecordFormat;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.task.RecordIOCounter;
import org.apache.hadoop.mapreduce.Counters;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;

/** Writes records in the formats of other loaders, with their labels and keys. */
@CommandLine.Command(
    footer = {
      "",
      "Records keep their order. The same input gives the same bytes, on any machine or cluster.",
      "_export.json lists the shards. Read them back with pack --from.",
      "",
      "Examples:",
      "  recordio export --to webdataset --shards 16 packed tars",
      "  recordio export --to parquet --shard-size 256m hdfs:///data/train hdfs:///data/parquet",
      "  recordio export --to tfrecord --raw records.rec tfrecords"
    })
public final class ExportCommand extends Command {
  @Mixin private InputOutput folders;

  @Override
  protected void loadAhead() {
    JsonFiles.load();
  }

  @Override
  protected void declare(KeyOptions options) {
    options
        .shards(ExportConf.SHARDS, ExportConf.SHARD_SIZE)
        .add("--to", "FORMAT", ExportConf.TO)
        .add("--header", "image|none", OutputConf.HEADER)
        .flag("--raw", OutputConf.RAW)
        .add("--ext", "EXT", OutputConf.EXT)
        .add("--class-names", "FILE", OutputConf.CLASS_NAMES)
        .add("--row-group-rows", "N", OutputConf.ROW_GROUP_ROWS)
        .add("--group-size", "N", OutputConf.GROUP_SIZE)
        .add("--codec", "C", OutputConf.CODEC);
  }

  @Override
  protected boolean writes() {
    return true;
  }

  @Override
  protected ExitCode run() throws Exception {
    String input = folders.input();
    String output = folders.output();
    long start = System.nanoTime();
    try (var export = new ExportJob(conf(), InputSpec.parse(input), outputPath(output))) {
      name(export.census(), input, "census");
      expectJobs(isDryRun() ? 1 : 2);
      Counters counted = runJob(export.census());
      SkippedRecords.of(counted).check(conf());
      name(export.job(), input, output);
      export.warnings(conf()).forEach(this::note);
      if (isDryRun()) {
        return wouldWrite(export.writePlan(output), skipped(SkippedRecords.of(counted)));
      }
      Counters written = runJob(export.job());
      return report(export, counted, written, System.nanoTime() - start);
    }
  }

  private ExitCode report(ExportJob export, Counters counted, Counters written, long nanos)
      throws Exception {
    long bytes = written.findCounter(RecordIOCounter.BYTES_WRITTEN).getValue();
    long leftOut = RecordFormat.RECORDS.leftOut(counted);
    var totals =
        new Totals()
            .count("records read", RecordFormat.RECORDS.read(counted))
            .count(
                "records written", written.findCounter(RecordIOCounter.RECORDS_WRITTEN).getValue())
            .bytes("bytes written", bytes);
    if (leftOut > 0) {
      totals.count(RecordFormat.RECORDS.leftOutTitle(), leftOut);
    }
    String output = folders.output();
    print(
        totals
            .bookkeeping(counted.findCounter(RecordIOCounter.BOOKKEEPING_RECORDS).getValue())
            .count("shards", export.shards().size())
            .seconds("seconds", nanos)
            .rate("rate", bytes, nanos)
            .add("output", output));
    return skipped(SkippedRecords.of(counted));
  }
}
