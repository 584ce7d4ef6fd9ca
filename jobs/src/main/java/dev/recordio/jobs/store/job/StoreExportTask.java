// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.job;

import dev.recordio.jobs.commit.ManifestCommitter;
import dev.recordio.jobs.job.JsonFiles;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.job.UnitTask;
import dev.recordio.jobs.store.job.ExportedStore.Shard;
import dev.recordio.jobs.store.output.FieldFile;
import dev.recordio.jobs.store.output.OutputFiles;
import dev.recordio.mapreduce.store.StoreCommitter;
import dev.recordio.store.GatherBatch;
import dev.recordio.store.Missing;
import dev.recordio.store.Snapshot;
import dev.recordio.store.Store;
import dev.recordio.store.StoreGather;
import dev.recordio.store.read.LiveChunks;
import dev.recordio.store.schema.StoreField;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** Writes one shard of an export. Its report is what {@code _store.json} has of it. */
class StoreExportTask extends UnitTask<Shard, Shard> {
  private static final int BATCH_BYTES = 4 << 20;
  private static final int MAX_BATCH = 1024;

  StoreExportTask() {
    super(JsonFiles.serde(Shard.class), JsonFiles.serde(Shard.class));
  }

  @Override
  protected Shard run(Shard shard, TaskContext task) throws IOException {
    Configuration conf = task.conf();
    Store store = StoreCommitter.store(conf);
    Snapshot snapshot = store.snapshot(StoreCommitter.base(conf, store).generation());
    List<StoreField> fields = ExportJob.fields(conf, snapshot);
    var committer = (ManifestCommitter) task.attempt().getOutputCommitter();
    try (OutputFiles files =
            OutputFiles.create(
                conf,
                committer.getWorkPath(),
                shard.prefix() + ".",
                fields,
                false,
                shard.records());
        StoreGather gather =
            snapshot.gather(fields.stream().map(StoreField::name).toList()).missing(Missing.SKIP)) {
      int batch = batch(snapshot);
      for (long id = shard.fromId(); id < shard.toId(); id += batch) {
        try (GatherBatch values = gather.range(id, Math.min(shard.toId(), id + batch), 1)) {
          write(values, files, fields.size());
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

  private static void write(GatherBatch values, OutputFiles files, int fields) throws IOException {
    for (int field = 0; field < fields; field++) {
      FieldFile file = files.field(field);
      for (int i = 0; i < values.size(); i++) {
        if (values.isPresent(field, i)) {
          file.value(values.bytes(field), values.start(field, i), values.length(field, i));
        } else {
          file.absent();
        }
      }
    }
  }
}
