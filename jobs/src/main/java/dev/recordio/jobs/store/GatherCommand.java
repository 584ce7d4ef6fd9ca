// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.jobs.run.DiscardFileSystem;
import dev.recordio.jobs.run.OutputClaim;
import dev.recordio.jobs.run.Totals;
import dev.recordio.jobs.run.WritePlan;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.store.Missing;
import dev.recordio.store.Snapshot;
import dev.recordio.store.Store;
import dev.recordio.store.manifest.StoreConf;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reads records by id, and writes their values as files that NumPy reads. */
@CommandLine.Command(
    footer = {
      "",
      "Writes FIELD.npy, a row a record, in the order of the ids; of bytes and text FIELD.rec with its",
      "indexes; of fields whose first dimension varies all values in FIELD.npy, and in",
      "FIELD.offsets.npy where each record's values begin and end; FIELD.present.npy where some records",
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

  @Mixin private IdsOption ids;

  @Option(names = "--fields", paramLabel = "A,B", description = "The fields to read. Default: all.")
  private String fields;

  @Option(
      names = "--missing",
      paramLabel = "fail|zero|skip",
      description = "What is done with ids of deleted records. Default: fail.")
  private String missing;

  @Option(names = "--with-ids", description = "Write the ids of the records, too.")
  private Boolean withIds;

  @Mixin private SnapshotOption generation;

  @Override
  protected boolean writes() {
    return true;
  }

  @Override
  protected ExitCode run() throws Exception {
    set(StoreCommandConf.SELECT_IDS.key(), ids.ids());
    set(StoreCommandConf.SELECT_SLICE.key(), ids.slice());
    set(StoreConf.FIELDS.key(), fields);
    set(StoreCommandConf.MISSING.key(), missing);
    set(StoreCommandConf.WITH_IDS.key(), withIds);
    set(StoreConf.GENERATION.key(), generation.generation());
    set(StoreConf.TAG.key(), generation.tag());
    long start = System.nanoTime();
    Missing how = StoreCommandConf.MISSING.getEnum(conf(), Missing.class);
    Snapshot snapshot = Store.open(conf(), path()).configured();
    List<String> names =
        Arrays.stream(StoreConf.FIELDS.get(conf()).split(","))
            .map(String::strip)
            .filter(name -> !name.isEmpty())
            .toList();
    Ids selected = IdsOption.read(conf(), snapshot.length());
    try (var run = new GatherRun(conf(), snapshot, names, selected, how)) {
      Path folder = outputPath(output);
      if (isDryRun()) {
        OutputClaim.takeNew(conf(), folder, List.of(path())).close();
        folder = DiscardFileSystem.folder(conf(), folder.getName());
      }
      run.write(folder, StoreCommandConf.WITH_IDS.getBoolean(conf()));
      Map<String, Long> made = DiscardFileSystem.written(folder);
      DiscardFileSystem.forget(folder);
      long size = made.values().stream().mapToLong(Long::longValue).sum();
      print(
          new StoreResult().put("generation", snapshot.generation()).put("records", run.records()),
          WritePlan.local(output, 1, size, made.size()));
      if (isDryRun()) {
        say("dry run: nothing was written");
      }
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
