// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange;

import dev.recordio.fs.InputSpec;
import dev.recordio.fs.RecordIOConf;
import dev.recordio.jobs.cli.Command;
import dev.recordio.jobs.cli.Size;
import dev.recordio.jobs.run.ExitCode;
import dev.recordio.jobs.run.Totals;
import dev.recordio.jobs.run.UsageException;
import dev.recordio.mapreduce.RecordIOCounter;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command that writes the records of an input again: what these have in common. */
abstract class ArrangeCommand extends Command {
  @Parameters(
      index = "0",
      paramLabel = "INPUT",
      description = "File, folder, glob, or a list of them with ; or , between.")
  private String input;

  @Parameters(index = "1", paramLabel = "OUTPUT", description = "The folder to make.")
  private String output;

  @Option(
      names = "--shards",
      paramLabel = "N",
      order = 50,
      description = "Write N shards with equal numbers of records.")
  private Integer shards;

  @Option(
      names = "--shard-size",
      paramLabel = "SIZE",
      order = 51,
      description =
          "Write as many shards as keep their mean size at or below SIZE; 512m by default.")
  private Size shardSize;

  /** Sets the keys of the command's own options. */
  abstract void setKeys();

  /** Returns the paths of the input, as the user wrote it. */
  List<Path> paths(String list) {
    return InputSpec.parse(list);
  }

  /** Prepares the jobs. */
  abstract ArrangeJob open(List<Path> inputs, Path output) throws Exception;

  /** Says more about what was done. */
  void describe(Totals totals, ArrangeJob job) throws IOException {}

  /** Returns what to look at next: the output, or a part of it. */
  String next(String written) {
    return written;
  }

  @Override
  protected final ExitCode run() throws Exception {
    if (shards != null && shards < 1) {
      throw new UsageException("--shards is " + shards + "; at least 1 it is");
    }
    if (shards != null && shardSize != null) {
      throw new UsageException("--shards and --shard-size exclude each other");
    }
    if (shardSize != null) {
      if (shardSize.bytes() < 1) {
        throw new UsageException("--shard-size must be at least 1");
      }
      RecordIOConf.ARRANGE_SHARDS.set(conf(), 0); // the option wins over a number from a site file
    }
    set(RecordIOConf.ARRANGE_SHARDS.key(), shards);
    set(RecordIOConf.ARRANGE_SHARD_SIZE.key(), shardSize);
    setKeys();
    long start = System.nanoTime();
    try (ArrangeJob arrange = open(paths(input), outputPath(output))) {
      name(arrange.census(), input, "census");
      Counters counted = runJob(arrange.census());
      name(arrange.job(), input, output);
      Counters written = runJob(arrange.job());
      return report(arrange, counted, written, System.nanoTime() - start);
    }
  }

  private ExitCode report(ArrangeJob arrange, Counters counted, Counters written, long nanos)
      throws IOException {
    InputKind kind = arrange.kind();
    long leftOut = kind.leftOut(counted);
    long bytes = written.findCounter(RecordIOCounter.BYTES_WRITTEN).getValue();
    var totals =
        new Totals()
            .count(kind.one() + "s read", kind.read(counted))
            .count(
                kind.one() + "s written",
                written.findCounter(RecordIOCounter.RECORDS_WRITTEN).getValue())
            .bytes("bytes written", bytes);
    describe(totals, arrange);
    if (leftOut > 0) {
      totals.count(kind.leftOutTitle(), leftOut);
    }
    totals.seconds("seconds", nanos).rate("rate", bytes, nanos).add("output", output);
    print(totals.next(kind.nextCommand(), next(output)));
    return leftOut == 0 ? ExitCode.OK : ExitCode.SKIPPED_RECORDS;
  }
}
