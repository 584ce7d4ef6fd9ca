// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.job;

import dev.recordio.jobs.commit.OutputManifest;
import dev.recordio.jobs.job.JsonFiles;
import dev.recordio.jobs.job.Reports;
import dev.recordio.mapreduce.store.StoreCommitter;
import dev.recordio.store.Snapshot;
import dev.recordio.store.Store;
import dev.recordio.store.schema.StoreField;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Writes {@code _store.json} when an export commits. */
final class ExportedStore implements OutputManifest {
  /** The name of the manifest in the output. */
  static final String NAME = "_store.json";

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

  private List<Shard> shards;
  private final List<String> names = new ArrayList<>(List.of(NAME));

  /** Returns what the names of a shard's files begin with. */
  static String name(int shard) {
    return String.format(Locale.ROOT, "part-%05d", shard);
  }

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
    for (StoreField field : StoreExportJob.fields(conf, snapshot)) {
      fields.add(new Field(field.name(), field.type().toString()));
    }
    long records = shards.stream().mapToLong(Shard::records).sum();
    JsonFiles.write(
        fs,
        new Path(output, NAME),
        new Content(store.path().toString(), snapshot.generation(), records, fields, shards));
  }

  @Override
  public List<String> names() {
    return names;
  }
}
