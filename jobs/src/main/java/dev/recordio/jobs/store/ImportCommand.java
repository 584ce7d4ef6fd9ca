// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.cli.result.Totals;
import dev.recordio.jobs.cli.result.WritePlan;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.store.input.FieldColumns;
import dev.recordio.jobs.store.job.ImportJob;
import dev.recordio.jobs.store.job.StoreJobConf;
import dev.recordio.store.manifest.Manifest;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Parameters;

/** Adds records to a store by a job, in one commit; makes the store where there is none. */
@CommandLine.Command(
    footer = {
      "",
      "INPUT is as FILE of append. A store that is made has the fields that are given, with the types",
      "of their values, each in chunks of its own and without a codec: store create makes others. All",
      "inputs have the same number of records.",
      "Prints generation, first id and records, with tabs between.",
      "",
      "Examples:",
      "  recordio store import hdfs:///data/faces image=hdfs:///in/faces.rec label=hdfs:///in/y.npy",
      "  recordio store import data/old --zrecord loaderx/old"
    })
public final class ImportCommand extends StoreWriteCommand {
  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "FIELD=INPUT",
      description = "The values of a field, of all the same number of records.")
  private List<String> inputs = new ArrayList<>();

  @Override
  protected void declare(KeyOptions options) {
    options
        .add("--zrecord", "DIR", StoreJobConf.ZRECORD)
        .add("--zrecord-items", "chunk-first|offset-first", StoreJobConf.ZRECORD_ITEMS);
  }

  @Override
  protected ExitCode run(boolean dryRun) throws Exception {
    long start = System.nanoTime();
    try (var job = new ImportJob(conf(), path(), FieldColumns.parse(inputs))) {
      FieldTexts.requireCodecs(job.schema().fields());
      long generation = job.base() == null ? 1 : job.base().generation() + 1;
      long firstId = job.base() == null ? 0 : job.base().length();
      if (!dryRun) {
        job.prepare();
        name(
            job.job(),
            inputs.isEmpty() ? StoreJobConf.ZRECORD.get(conf()) : String.join(" ", inputs),
            store());
        runJob(job.job());
        Manifest made = job.made();
        generation = made.generation();
        firstId = made.length() - job.records();
      }
      print(
          WritePlan.local(store(), 1, job.bytes(), job.schema().fields().size()),
          "generation",
          generation,
          "firstId",
          firstId,
          "records",
          job.records());
      long nanos = System.nanoTime() - start;
      print(
          new Totals()
              .count("records", job.records())
              .bytes("bytes read", job.bytes())
              .seconds("seconds", nanos)
              .rate("rate", job.bytes(), nanos)
              .next("store", "stat", store()));
      return ExitCode.OK;
    }
  }
}
