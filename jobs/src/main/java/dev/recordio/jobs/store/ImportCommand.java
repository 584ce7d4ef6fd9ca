// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.store.input.FieldColumns;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.schema.StoreField;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Parameters;

/** Adds records to a store by a job, in one commit; makes the store where there is none. */
@CommandLine.Command(
    footer = {
      "",
      "INPUT is written as FILE of store append. If there is no store, it is made: with the given",
      "fields, the types of their values, each field in its own chunks and without a codec. For",
      "other stores use store create first. All inputs have the same number of records.",
      "Prints generation, first id and records, with tabs between.",
      "",
      "Examples:",
      "  recordio store import hdfs:///data/faces image=hdfs:///in/faces.rec label=hdfs:///in/y.npy",
      "  recordio store import data/old --zrecord loaderx/old"
    })
public final class ImportCommand extends StoreCommand.Change {
  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "FIELD=INPUT",
      description = "The values of a field; all fields have the same number of records.")
  private List<String> inputs = new ArrayList<>();

  @Override
  protected void declare(KeyOptions options) {
    options
        .add("--zrecord", "DIR", StoreCommandConf.ZRECORD)
        .add("--zrecord-items", "chunk-first|offset-first", StoreCommandConf.ZRECORD_ITEMS);
  }

  @Override
  void change(boolean dryRun) throws Exception {
    try (var job = new ImportJob(conf(), path(), FieldColumns.parse(inputs))) {
      List<StoreField> fields = job.schema().fields();
      StoreCommandConf.requireCodecs(fields);
      long generation = job.base() == null ? 1 : job.base().generation() + 1;
      long firstId = job.base() == null ? 0 : job.base().length();
      if (!dryRun) {
        job.prepare();
        name(
            job.job(),
            inputs.isEmpty() ? StoreCommandConf.ZRECORD.get(conf()) : String.join(" ", inputs),
            store());
        runJob(job.job());
        Manifest made = job.made();
        generation = made.generation();
        firstId = made.length() - job.records();
      }
      printAdded(generation, firstId, job.records(), job.bytes(), fields.size());
    }
  }
}
