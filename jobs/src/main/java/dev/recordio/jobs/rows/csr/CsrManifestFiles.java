// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.csr;

import dev.recordio.jobs.commit.OutputManifest;
import dev.recordio.jobs.job.Reports;
import dev.recordio.jobs.rows.shard.SegmentResult;
import dev.recordio.jobs.rows.shard.ShardResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;

/** Writes {@code _csr.json} when a csr job commits. */
final class CsrManifestFiles implements OutputManifest {
  private ManifestBuilder manifest;

  @Override
  public void read(Configuration conf, FileSystem fs, Path tasks) throws IOException {
    manifest = new ManifestBuilder(conf);
    for (SegmentResult result : Reports.<SegmentResult>committed(conf, tasks)) {
      manifest.add(result);
    }
    manifest.check();
  }

  @Override
  public void write(Configuration conf, FileSystem fs, Path output) throws IOException {
    if (!manifest.knowsColumns()) {
      new ColumnsStamp(manifest.columns())
          .put((LocalFileSystem) fs, output, manifest.shards()); // see CsrJob.countsColumns
    }
    if (manifest.shards().isEmpty()) {
      manifest.addEmptyShard(output);
    }
    manifest.build().write(fs, output);
  }

  @Override
  public List<String> names() {
    var names = new ArrayList<String>(List.of(CsrManifest.NAME));
    for (ShardResult shard : manifest.shards()) {
      names.add(shard.file());
      shard.vectors().keySet().forEach(suffix -> names.add(shard.stem() + suffix));
    }
    return names;
  }
}
