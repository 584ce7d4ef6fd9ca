// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.job;

import dev.recordio.jobs.commit.ManifestCommitter;
import dev.recordio.jobs.commit.ManifestOutputFormat;
import dev.recordio.jobs.run.OutputClaim;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.mapreduce.store.StoreCommitter;
import dev.recordio.store.Snapshot;
import dev.recordio.store.Store;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.StoreConf;
import dev.recordio.store.read.DeltaScan;
import dev.recordio.store.read.LiveChunks;
import dev.recordio.store.read.TableReader;
import dev.recordio.store.schema.StoreField;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/**
 * Writes the live records of a store, in the order of their ids, as files that NumPy reads: so many
 * shards, whose numbers of records differ by at most one. All tasks read one generation.
 */
public final class ExportJob extends PartJob {
  private static final long SHARD_BYTES = 512L << 20;

  private final Snapshot snapshot;
  private final List<PartSplit> shards;
  private OutputClaim claim; // null until it is taken

  /**
   * Plans the shards.
   *
   * @throws java.io.FileNotFoundException when the folder is no store, or has no such generation
   * @throws org.apache.hadoop.mapred.FileAlreadyExistsException when the output exists
   * @throws dev.recordio.conf.InvalidSettingException when there is no such field
   */
  public ExportJob(Configuration conf, Path store, Path output)
      throws IOException, InterruptedException {
    super(conf, ExportMapper.class);
    try {
      use(List.of(store, output));
      snapshot = Store.open(conf(), store).configured();
      fields(conf(), snapshot);
      claim = OutputClaim.takeNew(conf(), output, List.of(store));
      long records = snapshot.length() - snapshot.deleted();
      shards = plan(records, shards(records));
      setParts(shards);
      StoreCommitter.install(
          conf(), snapshot.path(), snapshot.generation(), RebalanceJob.Rebalanced.class);
      FileOutputFormat.setOutputPath(job(), output);
      job().setOutputFormatClass(ManifestOutputFormat.class);
      ManifestCommitter.install(conf(), scratch("results"), ExportedStore.class);
    } catch (IOException | RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    try (OutputClaim held = claim) {
      super.close();
    }
  }

  /** Returns the fields of a snapshot that are exported. */
  public static List<StoreField> fields(Configuration conf, Snapshot snapshot) {
    String names = StoreConf.FIELDS.get(conf);
    return names.isBlank()
        ? snapshot.schema().fields()
        : Arrays.stream(names.split(",", -1))
            .map(name -> snapshot.schema().field(name.strip()))
            .toList();
  }

  private int shards(long records) throws IOException {
    int shards = StoreJobConf.EXPORT_SHARDS.getInt(conf());
    if (shards == 0) {
      long bytes = LiveChunks.of(snapshot.tables(), snapshot.manifest()).liveBytes();
      return (int) Math.max(1, Math.min(records, (bytes + SHARD_BYTES - 1) / SHARD_BYTES));
    }
    if (shards > Math.max(1, records)) {
      throw new UsageException(shards + " shards of " + records + " records: ask for fewer");
    }
    return shards;
  }

  /** Cuts the ids so that each shard has as many that are not deleted, or one more. */
  private List<PartSplit> plan(long records, int count) throws IOException {
    Manifest manifest = snapshot.manifest();
    long bytes = LiveChunks.named(snapshot.tables(), manifest).storedBytes() / count;
    var parts = new ArrayList<PartSplit>();
    try (var reader = new TableReader(snapshot.tables())) {
      var deleted = new DeltaScan(reader, manifest.deletions());
      boolean more = deleted.next();
      long from = 0;
      long live = 0; // of ids below the one that is reached
      long id = 0;
      for (int shard = 0; shard < count; shard++) {
        long wanted = first(records, count, shard + 1);
        while (more && live + (deleted.id() - id) < wanted) {
          live += deleted.id() - id;
          id = deleted.id() + 1;
          more = deleted.next();
        }
        long to = shard == count - 1 ? manifest.length() : id + (wanted - live);
        parts.add(new PartSplit(shard, from, to, bytes));
        from = to;
      }
    }
    return parts;
  }

  /** Returns how many records are in the shards before one. */
  static long first(long records, int count, int shard) {
    return records / count * shard + Math.min(shard, records % count);
  }

  /** Returns the snapshot that is exported. */
  public Snapshot snapshot() {
    return snapshot;
  }

  /** Returns the number of shards. */
  public int shards() {
    return shards.size();
  }
}
