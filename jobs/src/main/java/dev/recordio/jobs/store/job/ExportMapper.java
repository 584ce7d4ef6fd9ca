// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.job;

import dev.recordio.jobs.commit.ManifestCommitter;
import dev.recordio.jobs.segment.JsonFiles;
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
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** Writes one shard of an export. */
class ExportMapper extends Mapper<NullWritable, NullWritable, NullWritable, NullWritable> {
  private static final int BATCH_BYTES = 4 << 20;
  private static final int MAX_BATCH = 1024;

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    var part = (PartSplit) context.getInputSplit();
    Store store = StoreCommitter.store(conf);
    Snapshot snapshot = store.snapshot(StoreCommitter.base(conf, store).generation());
    List<StoreField> fields = ExportJob.fields(conf, snapshot);
    int count = PartInputFormat.parts(conf).size();
    long all = snapshot.length() - snapshot.deleted();
    long first = ExportJob.first(all, count, part.number());
    long records = ExportJob.first(all, count, part.number() + 1) - first;
    var committer = (ManifestCommitter) context.getOutputCommitter();
    String name = ExportedStore.name(part.number());
    try (OutputFiles files =
            OutputFiles.create(conf, committer.getWorkPath(), name + ".", fields, false, records);
        StoreGather gather =
            snapshot.gather(fields.stream().map(StoreField::name).toList()).missing(Missing.SKIP)) {
      int batch = batch(snapshot);
      for (long id = part.from(); id < part.to(); id += batch) {
        try (GatherBatch values = gather.range(id, Math.min(part.to(), id + batch), 1)) {
          write(values, files, fields.size());
        }
        context.progress();
      }
      files.finish();
    }
    Path results = committer.resultFolder(context);
    JsonFiles.write(
        results.getFileSystem(conf),
        new Path(results, ExportedStore.REPORT),
        new ExportedStore.Shard(name, records, first, part.from(), part.to(), part.number()));
  }

  /** Records of which about as many bytes as fit one read are expected. */
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
