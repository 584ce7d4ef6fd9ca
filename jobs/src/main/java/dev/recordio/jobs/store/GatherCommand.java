// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.run.OutputClaim;
import dev.recordio.jobs.run.Totals;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.store.Missing;
import dev.recordio.store.Snapshot;
import dev.recordio.store.Store;
import dev.recordio.store.manifest.StoreConf;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine;
import picocli.CommandLine.Parameters;

/** Reads records by id, and writes their values as files that NumPy reads. */
@CommandLine.Command(
    footer = {
      "",
      "Writes FIELD.npy, a row a record, in the order of the ids; of bytes and text FIELD.rec with"
          + " its",
      "indexes; of fields whose first dimension varies all values in FIELD.npy, and in",
      "FIELD.offsets.npy where each record's values begin and end; FIELD.present.npy where some"
          + " records",
      "have no value, with zeros for them; id.npy with --with-ids. An id may come more than once.",
      "Prints generation and records, with a tab between.",
      "",
      "Examples:",
      "  recordio store gather data/faces --ids 5,2,2,9 batch",
      "  recordio store gather hdfs:///data/faces --ids @ids.npy batch --fields label --with-ids",
      "  recordio store gather data/faces --slice ::-1 all --tag v1 --missing skip"
    })
public final class GatherCommand extends StoreCommand {
  @Parameters(index = "1", paramLabel = "OUTPUT", description = "The folder to make.")
  private String output;

  @Override
  protected void declare(KeyOptions options) {
    options
        .add(
            "--generation",
            "G",
            StoreConf.GENERATION,
            "The generation to read. Default: the newest.")
        .add("--tag", "NAME", StoreConf.TAG, "The tag of the generation to read.")
        .add("--ids", "IDS", StoreCommandConf.SELECT_IDS)
        .add("--slice", "A:B:C", StoreCommandConf.SELECT_SLICE)
        .add("--fields", "A,B", StoreConf.FIELDS, "The fields to read. Default: all.")
        .add("--missing", "fail|zero|skip", StoreCommandConf.MISSING)
        .flag("--with-ids", StoreCommandConf.WITH_IDS);
  }

  @Override
  protected boolean writes() {
    return true;
  }

  @Override
  protected ExitCode run() throws Exception {
    long start = System.nanoTime();
    Missing how = StoreCommandConf.MISSING.getEnum(conf(), Missing.class);
    Snapshot snapshot = Store.open(conf(), path()).configured();
    List<String> names =
        Arrays.stream(StoreConf.FIELDS.get(conf()).split(","))
            .map(String::strip)
            .filter(name -> !name.isEmpty())
            .toList();
    Ids selected = IdText.selected(conf(), snapshot.length());
    try (var run = new GatherRun(conf(), snapshot, names, selected, how)) {
      Path folder = outputPath(output);
      boolean withIds = StoreCommandConf.WITH_IDS.getBoolean(conf());
      if (isDryRun()) {
        OutputClaim.takeNew(conf(), folder, List.of(path())).close();
        say("dry run: nothing was written");
      } else {
        run.write(folder, withIds);
      }
      print(
          new StoreResult().put("generation", snapshot.generation()).put("records", run.records()),
          isDryRun()
              ? StoreSizes.plan(output, 1, snapshot, run.fields(), run.records(), withIds)
              : null);
      long nanos = System.nanoTime() - start;
      print(
          new Totals()
              .count("records", run.records())
              .bytes("bytes read", run.bytesRead())
              .seconds("seconds", nanos)
              .rate("rate", run.bytesRead(), nanos));
      return ExitCode.OK;
    }
  }
}
