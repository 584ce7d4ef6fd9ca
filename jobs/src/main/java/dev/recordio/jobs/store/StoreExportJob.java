// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.jobs.commit.ManifestOutputFormat;
import dev.recordio.jobs.commit.OutputManifest;
import dev.recordio.jobs.commit.ShardCommitter;
import dev.recordio.jobs.job.JsonFiles;
import dev.recordio.jobs.job.Plan;
import dev.recordio.jobs.job.Reports;
import dev.recordio.jobs.job.Serde;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.job.UnitJob;
import dev.recordio.jobs.job.UnitTask;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.jobs.run.output.OutputClaim;
import dev.recordio.jobs.shard.CountShardCutter;
import dev.recordio.jobs.store.output.OutputFiles;
import dev.recordio.mapreduce.store.StoreCommitter;
import dev.recordio.store.GatherBatch;
import dev.recordio.store.Missing;
import dev.recordio.store.Snapshot;
import dev.recordio.store.Store;
import dev.recordio.store.StoreGather;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.StoreConf;
import dev.recordio.store.read.DeltaScan;
import dev.recordio.store.read.LiveChunks;
import dev.recordio.store.read.TableReader;
import dev.recordio.store.schema.StoreField;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;

/**
 * Writes the live records of a store, in the order of their ids, as files that NumPy reads: so many
 * shards, whose numbers of records differ by at most one. All tasks read one generation.
 */
final class StoreExportJob implements Closeable {
  private static final long SHARD_BYTES = 512L << 20;
  private static final String MANIFEST = "_store.json";

  /** The content of {@code _store.json}. */
  record Content(
      String store, long generation, long records, List<Field> fields, List<Shard> shards) {}

  /** A field in {@code _store.json}. */
  record Field(String name, String type) {}

  /**
   * A shard in {@code _store.json}.
   *
   * @param prefix what the names of its files begin with, before a dot and the field's name
   * @param firstRecord how many are in the shards before it
   * @param fromId the id from which on its records are
   * @param toId the id before which they are
   */
  record Shard(String prefix, long records, long firstRecord, long fromId, long toId, int number) {}

  private final UnitJob<Shard, Shard> job;
  private Snapshot snapshot;
  private Plan<Shard> shards;
  private OutputClaim claim; // null until it is taken

  /**
   * Plans the shards.
   *
   * @throws java.io.FileNotFoundException when the folder is no store, or has no such generation
   * @throws org.apache.hadoop.mapred.FileAlreadyExistsException when the output exists
   * @throws dev.recordio.conf.InvalidSettingException when there is no such field
   */
  StoreExportJob(Configuration conf, Path store, Path output)
      throws IOException, InterruptedException {
    try {
      job = UnitJob.prepare(conf, Task.class, own -> prepare(own, store, output));
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      try (OutputClaim held = claim) {
        throw e;
      }
    }
  }

  private void prepare(UnitJob<Shard, Shard> own, Path store, Path output) throws IOException {
    Configuration conf = own.conf();
    own.use(List.of(store, output));
    snapshot = Store.open(conf, store).configured();
    fields(conf, snapshot);
    claim = OutputClaim.takeNew(conf, output, List.of(store));
    long records = snapshot.length() - snapshot.deleted();
    shards = own.newPlan();
    plan(records, shards(conf, records));
    own.plan(shards);
    StoreCommitter.install(
        conf, snapshot.path(), snapshot.generation(), RebalanceJob.Rebalanced.class);
    own.output(output, ManifestOutputFormat.class);
    ShardCommitter.install(conf, own.scratch("results"), Exported.class);
  }

  /** Returns the job, not yet submitted. */
  Job job() {
    return job.job();
  }

  @Override
  public void close() throws IOException {
    try (OutputClaim held = claim) {
      job.close();
    }
  }

  /** Returns the fields of a snapshot that are exported. */
  static List<StoreField> fields(Configuration conf, Snapshot snapshot) {
    String names = StoreConf.FIELDS.get(conf);
    return names.isBlank()
        ? snapshot.schema().fields()
        : Arrays.stream(names.split(",", -1))
            .map(name -> snapshot.schema().field(name.strip()))
            .toList();
  }

  private int shards(Configuration conf, long records) throws IOException {
    int shards = StoreCommandConf.EXPORT_SHARDS.getInt(conf);
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
  private void plan(long records, int count) throws IOException {
    Manifest manifest = snapshot.manifest();
    long bytes = LiveChunks.named(snapshot.tables(), manifest).storedBytes() / count;
    try (var reader = new TableReader(snapshot.tables())) {
      var deleted = new DeltaScan(reader, manifest.deletions());
      boolean more = deleted.next();
      long from = 0;
      var cutter = new CountShardCutter(records, count);
      long live = 0; // of ids below the one that is reached
      long id = 0;
      for (int shard = 0; shard < count; shard++) {
        long wanted = cutter.first(shard + 1);
        while (more && live + (deleted.id() - id) < wanted) {
          live += deleted.id() - id;
          id = deleted.id() + 1;
          more = deleted.next();
        }
        long to = shard == count - 1 ? manifest.length() : id + (wanted - live);
        long first = cutter.first(shard);
        shards.task(
            List.of(
                new Shard(
                    String.format(Locale.ROOT, "part-%05d", shard),
                    wanted - first,
                    first,
                    from,
                    to,
                    shard)),
            bytes);
        from = to;
      }
    }
  }

  /** Returns the snapshot that is exported. */
  Snapshot snapshot() {
    return snapshot;
  }

  /** Returns the number of shards. */
  int shards() {
    return shards.count();
  }

  /** Writes one shard of an export. Its report is what {@code _store.json} has of it. */
  static class Task extends UnitTask<Shard, Shard> {
    private static final int BATCH_BYTES = 4 << 20;
    private static final int MAX_BATCH = 1024;

    Task() {
      super(Serde.ofFields(Shard.class), Serde.ofFields(Shard.class));
    }

    @Override
    protected Shard run(Shard shard, TaskContext task) throws IOException {
      Configuration conf = task.conf();
      Store store = StoreCommitter.store(conf);
      Snapshot snapshot = store.snapshot(StoreCommitter.base(conf, store).generation());
      List<StoreField> fields = fields(conf, snapshot);
      var committer = (ShardCommitter) task.attempt().getOutputCommitter();
      try (OutputFiles files =
              OutputFiles.create(
                  conf,
                  committer.getWorkPath(),
                  shard.prefix() + ".",
                  fields,
                  false,
                  shard.records());
          StoreGather gather =
              snapshot
                  .gather(fields.stream().map(StoreField::name).toList())
                  .missing(Missing.SKIP)) {
        int batch = batch(snapshot);
        for (long id = shard.fromId(); id < shard.toId(); id += batch) {
          try (GatherBatch values = gather.range(id, Math.min(shard.toId(), id + batch), 1)) {
            files.write(values);
          }
          task.progress();
        }
        files.finish();
      }
      return shard;
    }

    /** Returns how many records have about as many bytes as fit one read. */
    private static int batch(Snapshot snapshot) throws IOException {
      long stored = LiveChunks.named(snapshot.tables(), snapshot.manifest()).storedBytes();
      long mean = Math.max(1, stored / Math.max(1, snapshot.length()));
      return (int) Math.max(1, Math.min(MAX_BATCH, BATCH_BYTES / mean));
    }
  }

  /** Writes {@code _store.json} when an export commits. */
  static final class Exported implements OutputManifest {
    private List<Shard> shards;
    private final List<String> names = new ArrayList<>(List.of(MANIFEST));

    @Override
    public void read(Configuration conf, FileSystem fs, Path tasks) throws IOException {
      shards = Reports.committed(conf, tasks);
    }

    @Override
    public void write(Configuration conf, FileSystem fs, Path output) throws IOException {
      for (FileStatus file : fs.listStatus(output)) {
        names.add(file.getPath().getName());
      }
      Store store = StoreCommitter.store(conf);
      Snapshot snapshot = store.snapshot(StoreCommitter.base(conf, store).generation());
      var fields = new ArrayList<Field>();
      for (StoreField field : fields(conf, snapshot)) {
        fields.add(new Field(field.name(), field.type().toString()));
      }
      long records = shards.stream().mapToLong(Shard::records).sum();
      JsonFiles.write(
          fs,
          new Path(output, MANIFEST),
          new Content(store.path().toString(), snapshot.generation(), records, fields, shards));
    }

    @Override
    public List<String> names() {
      return names;
    }
  }
}
