// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import dev.recordio.fs.input.InputSpec;
import dev.recordio.jobs.cli.Command;
import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.cli.result.Json;
import dev.recordio.jobs.cli.result.SkippedRecords;
import dev.recordio.jobs.cli.result.Totals;
import dev.recordio.jobs.cli.result.WritePlan;
import dev.recordio.jobs.records.append.AppendJob;
import dev.recordio.jobs.records.census.ArrangeConf;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.shard.ShardOutputFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;
import picocli.CommandLine;
import picocli.CommandLine.Parameters;

/** Adds records to an existing set, as one more part with its own indexes. */
@CommandLine.Command(
    footer = {
      "",
      "The new part gets the next number. It becomes visible at once or not at all; the other",
      "parts are only read. If a key is in the set already, this is an error, and nothing is",
      "appended. --renumber changes the keys in the indexes; ids in image headers stay.",
      "",
      "Examples:",
      "  recordio append /data/train monday.rec",
      "  recordio append --renumber hdfs:///data/train '/new/*.rec' more"
    })
public final class AppendCommand extends Command {
  @Parameters(
      index = "0",
      paramLabel = "SET",
      description = "The folder of parts: part-00000.rec, part-00001.rec, and so on.")
  private String set;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "INPUT",
      description = "Files of records, folders, globs, or lists of them with ; or , between.")
  private List<String> inputs = new ArrayList<>();

  @Override
  protected void declare(KeyOptions options) {
    options.flag("--renumber", ArrangeConf.APPEND_RENUMBER);
  }

  @Override
  protected boolean writes() {
    return true;
  }

  @Override
  protected String written() {
    return set;
  }

  @Override
  protected ExitCode run() throws Exception {
    boolean dry = isDryRun();
    long start = System.nanoTime();
    var paths = new ArrayList<Path>();
    inputs.forEach(input -> paths.addAll(InputSpec.parse(input)));
    Path folder = outputPath(set);
    if (!dry) {
      recover(folder);
    }
    try (AppendJob append = AppendJob.open(conf(), folder, paths)) {
      name(append.census(), inputs.get(0), "census");
      Counters counted = runJob(append.census());
      SkippedRecords.of(counted).check(conf());
      name(append.job(), inputs.get(0), set);
      append.sayKeys();
      if (!dry) {
        long otherIds = append.otherIds(runJob(append.job()));
        append.commit();
        if (otherIds > 0) {
          note(
              String.format(
                  Locale.ROOT,
                  "%,d records keep the ids in their image headers, which are not their new keys:"
                      + " lists of images and index --keys id go by the ids; merge writes new ones",
                  otherIds));
        }
      }
      report(append, dry, System.nanoTime() - start);
      return skipped(SkippedRecords.of(counted));
    }
  }

  private void recover(Path folder) throws IOException {
    Path completed = AppendJob.recover(conf(), folder);
    if (completed != null && !quiet()) {
      err()
          .println(
              "warning: an append was stopped before it named its part; completed " + completed);
    }
  }

  private void report(AppendJob append, boolean dry, long nanos) throws Exception {
    String part = append.part().toString();
    if (asJson()) {
      int files = ShardOutputFormat.recordFiles(append.job());
      Map<String, Object> result =
          Json.fields(WritePlan.of(append.job(), part, 1, append.found().bytes(), files));
      result.put("records", append.found().records());
      result.put("renumbered", ArrangeConf.APPEND_RENUMBER.getBoolean(conf()));
      result.put("dryRun", dry);
      printJson(result);
    }
    print(
        new Totals()
            .count(dry ? "records to append" : "records appended", append.found().records())
            .bytes("bytes", append.found().bytes())
            .add("part", part)
            .seconds("seconds", nanos)
            .next("info", set));
    if (dry && !quiet()) {
      err().printf("dry run: 1 shard of %,d bytes; nothing was changed%n", append.found().bytes());
    }
  }
}
