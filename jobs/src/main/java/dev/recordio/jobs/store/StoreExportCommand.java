// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.cli.result.Totals;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.store.Snapshot;
import dev.recordio.store.manifest.StoreConf;
import picocli.CommandLine;
import picocli.CommandLine.Parameters;

/** Writes the live records of a store as shards of files that NumPy reads, by a job. */
@CommandLine.Command(
    footer = {
      "",
      "Records keep the order of their ids; deleted ones are left out. Each shard has the files",
      "of store gather, with part-00000. (its number) before their names. Shards differ by at",
      "most one record; _store.json lists them. All tasks read one generation.",
      "Prints generation, records and shards, with tabs between.",
      "",
      "Examples:",
      "  recordio store export data/faces arrays --shards 8",
      "  recordio store export hdfs:///data/faces hdfs:///out/labels --fields label,id64 --tag v1"
    })
public final class StoreExportCommand extends StoreCommand {
  @Parameters(index = "1", paramLabel = "OUTPUT", description = "The folder to make.")
  private String output;

  @Override
  protected void declare(KeyOptions options) {
    generation(options)
        .add("--fields", "A,B", StoreConf.FIELDS, "The fields to write. Default: all.")
        .add("--shards", "N", StoreCommandConf.EXPORT_SHARDS);
  }

  @Override
  protected boolean writes() {
    return true;
  }

  @Override
  protected ExitCode run() throws Exception {
    long start = System.nanoTime();
    try (var export = new StoreExportJob(conf(), path(), outputPath(output))) {
      if (!isDryRun()) {
        name(export.job(), store(), output);
        runJob(export.job());
      } else {
        say("dry run: nothing was written");
      }
      Snapshot snapshot = export.snapshot();
      long records = snapshot.length() - snapshot.deleted();
      print(
          isDryRun()
              ? StoreSizes.plan(
                  output,
                  export.shards(),
                  snapshot,
                  StoreExportJob.fields(conf(), snapshot),
                  records,
                  false)
              : null,
          "generation",
          snapshot.generation(),
          "records",
          records,
          "shards",
          export.shards());
      print(
          new Totals()
              .count("records", records)
              .count("shards", export.shards())
              .seconds("seconds", System.nanoTime() - start)
              .add("output", output));
      return ExitCode.OK;
    }
  }
}
