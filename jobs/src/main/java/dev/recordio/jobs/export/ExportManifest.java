// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export;

import dev.recordio.jobs.commit.OutputManifest;
import dev.recordio.jobs.export.target.ExportConf;
import dev.recordio.jobs.export.target.ExportedFiles;
import dev.recordio.jobs.export.target.ShardReport;
import dev.recordio.jobs.export.target.Target;
import dev.recordio.jobs.job.JsonFiles;
import dev.recordio.jobs.job.Plan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Writes the target's files about all shards, and {@code _export.json}, when the job commits. */
final class ExportManifest implements OutputManifest {
  /** The name of the manifest in the output. */
  static final String NAME = "_export.json";

  /**
   * The content of {@code _export.json}.
   *
   * @param to the format
   * @param records of all shards
   * @param bytes of all shards
   * @param shards in order
   */
  record Content(String to, long records, long bytes, List<Shard> shards) {}

  /**
   * A shard in {@code _export.json}.
   *
   * @param file its name in the output; null when its records are in files of their own
   * @param firstRecord the ordinal of its first record
   */
  record Shard(String file, long records, long firstRecord, long bytes) {}

  private ExportedFiles files;

  @Override
  public void read(Configuration conf, FileSystem fs, Path tasks) throws IOException {
    files = new ExportedFiles(conf, fs, tasks, Plan.count(conf));
  }

  @Override
  public void write(Configuration conf, FileSystem fs, Path output) throws IOException {
    files.in(fs, output);
    Target.of(conf).complete(files);
    var shards = new ArrayList<Shard>();
    long records = 0;
    long bytes = 0;
    for (ShardReport shard : files.shards()) {
      shards.add(new Shard(shard.file(), shard.records(), records, shard.bytes()));
      records += shard.records();
      bytes += shard.bytes();
    }
    String to = ExportConf.TO.getChoice(conf);
    JsonFiles.write(fs, new Path(output, NAME), new Content(to, records, bytes, shards));
  }

  @Override
  public List<String> names() {
    var names = new ArrayList<>(files.names());
    names.add(NAME);
    return names;
  }
}
