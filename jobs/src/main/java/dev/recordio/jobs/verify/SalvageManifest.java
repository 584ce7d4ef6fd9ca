// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.commit.OutputManifest;
import dev.recordio.jobs.segment.JsonFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Writes {@code _salvage.json} when the job commits. */
final class SalvageManifest implements OutputManifest {
  /** The name of the manifest in the output. */
  static final String NAME = "_salvage.json";

  /**
   * The content of {@code _salvage.json}.
   *
   * @param files of the input
   * @param records that are kept
   * @param bytesLost of the input
   */
  record Content(long files, long records, long bytesLost, List<SalvagePlan.Lost> lost) {}

  private final List<Integer> shards = new ArrayList<>();
  private long records;

  @Override
  public void read(Configuration conf, FileSystem fs, Path tasks) throws IOException {
    for (FileStatus task : fs.listStatus(tasks)) {
      for (FileStatus shard : fs.listStatus(task.getPath())) {
        shards.add(Integer.parseInt(shard.getPath().getName()));
        try (var in = Files.open(conf, shard.getPath(), Files.Reading.WHOLE)) {
          records += in.readLong();
        }
      }
    }
  }

  @Override
  public void write(Configuration conf, FileSystem fs, Path output) throws IOException {
    SalvagePlan plan = SalvageInputFormat.plan(conf);
    JsonFiles.write(
        fs,
        new Path(output, NAME),
        new Content(plan.kept().size(), records, plan.bytesLost(), plan.lost()));
  }

  @Override
  public List<String> names() {
    var names = new ArrayList<String>();
    for (int shard : shards) {
      for (String suffix : List.of(".rec", ".idx", ".ridx")) {
        names.add(String.format("part-%05d%s", shard, suffix));
      }
    }
    names.add(NAME);
    return names;
  }
}
