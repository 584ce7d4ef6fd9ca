// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.cli.result.Totals;
import dev.recordio.jobs.cli.result.WritePlan;
import dev.recordio.jobs.commit.OutputFolder;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.store.output.OutputFiles;
import dev.recordio.store.GatherBatch;
import dev.recordio.store.Missing;
import dev.recordio.store.Snapshot;
import dev.recordio.store.StoreGather;
import dev.recordio.store.manifest.StoreConf;
import dev.recordio.store.schema.StoreField;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine;
import picocli.CommandLine.Parameters;

/** Reads records by id, and writes their values as files that NumPy reads. */
@CommandLine.Command(
    footer = {
      "",
      "Writes FIELD.npy, a row a record, in the order of the ids; for bytes and text FIELD.rec"
          + " with its",
      "indexes; for fields whose first dimension varies all values in FIELD.npy, and in",
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
  private static final int PIECE_BYTES = 32 << 20;
  private static final int FIRST_RECORDS = 256;
  private static final int MAX_RECORDS = 1 << 16;

  @Parameters(index = "1", paramLabel = "OUTPUT", description = "The folder to make.")
  private String output;

  @Override
  protected void declare(KeyOptions options) {
    ids(generation(options))
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
    Missing missing = StoreCommandConf.MISSING.getEnum(conf(), Missing.class);
    Snapshot snapshot = open().configured();
    List<String> names = StoreCommandConf.split(StoreConf.FIELDS.get(conf()), ",");
    Ids ids = Ids.read(conf(), snapshot.length());
    try (StoreGather gather = snapshot.gather(names).missing(missing)) {
      if (missing == Missing.FAIL) {
        ids.requireLive(snapshot);
      }
      long records = ids.count() - (missing == Missing.SKIP ? ids.deleted(snapshot) : 0);
      List<StoreField> fields = gather.schema().fields();
      Path folder = outputPath(output);
      boolean withIds = StoreCommandConf.WITH_IDS.getBoolean(conf());
      WritePlan plan = null;
      if (isDryRun()) {
        OutputFolder.claim(conf(), folder, List.of(path()), false).close();
        say("dry run: nothing was written");
        plan = StoreSizes.plan(output, 1, snapshot, fields, records, withIds);
      } else {
        write(snapshot.path(), folder, ids, gather, withIds, records);
      }
      print(plan, "generation", snapshot.generation(), "records", records);
      long nanos = System.nanoTime() - start;
      print(
          new Totals()
              .count("records", records)
              .bytes("bytes read", gather.bytesRead())
              .seconds("seconds", nanos)
              .rate("rate", gather.bytesRead(), nanos));
      return ExitCode.OK;
    }
  }

  /**
   * Writes records to a folder that does not exist, piece by piece. Memory: a piece, some 32 MiB of
   * values unless records differ much in length.
   */
  private void write(
      Path store, Path output, Ids ids, StoreGather gather, boolean withIds, long records)
      throws IOException {
    try (OutputFolder folder = OutputFolder.claim(conf(), output, List.of(store), false)) {
      folder.make();
      try (OutputFiles files =
          OutputFiles.create(
              conf(), folder.path(), "", gather.schema().fields(), withIds, records)) {
        int piece = FIRST_RECORDS;
        long largest = 1; // bytes of a record
        for (long from = 0; from < ids.count(); ) {
          long[] some = ids.piece(from, piece);
          try (GatherBatch batch = gather.get(some)) {
            long bytes = files.write(batch);
            largest = Math.max(largest, bytes / Math.max(1, batch.size()));
          }
          from += some.length;
          long room = Math.max(1, PIECE_BYTES / largest);
          piece = (int) Math.min(Math.min(MAX_RECORDS, 4L * piece), room);
        }
        files.finish();
      }
      folder.succeed();
    }
  }
}
