// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.commit.OutputManifest;
import dev.recordio.jobs.segment.JsonFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
   * @param doubtfulRecords that are kept apart
   * @param bytesLost of the input
   * @param recordsLost that indexes have, and their files have not
   * @param shards of each file of the input, in their order
   */
  record Content(
      long files,
      long records,
      long doubtfulRecords,
      long bytesLost,
      long recordsLost,
      List<SalvagePlan.Lost> lost,
      List<Shards> shards) {}

  /**
   * Where the records of a file are.
   *
   * @param file of the input
   * @param shard the name of its shard; null if nothing of it is kept
   * @param doubtful the name of the shard with its doubtful records; null if there are none
   */
  record Shards(String file, String shard, long records, String doubtful, long doubtfulRecords) {}

  private final Map<Integer, long[]> shards = new TreeMap<>(); // records, and doubtful ones

  /**
   * Returns the name, without suffix, of a shard of doubtful records: no reader of folders is to
   * take them.
   */
  static String doubtful(int shard) {
    return String.format("_doubtful-%05d", shard);
  }

  private static String sound(int shard) {
    return String.format("part-%05d", shard);
  }

  @Override
  public void read(Configuration conf, FileSystem fs, Path tasks) throws IOException {
    for (FileStatus task : fs.listStatus(tasks)) {
      for (FileStatus shard : fs.listStatus(task.getPath())) {
        try (var in = Files.open(conf, shard.getPath(), Files.Reading.WHOLE)) {
          long[] counts = {in.readLong(), in.readLong()};
          shards.put(Integer.parseInt(shard.getPath().getName()), counts);
        }
      }
    }
  }

  @Override
  public void write(Configuration conf, FileSystem fs, Path output) throws IOException {
    SalvagePlan plan = SalvageInputFormat.plan(conf);
    var files = new ArrayList<Shards>();
    int shard = 0;
    for (SalvagePlan.Kept kept : plan.kept()) {
      long[] counts = kept.isWritten() ? shards.get(shard) : new long[2];
      files.add(
          new Shards(
              kept.file(),
              counts[0] > 0 ? sound(shard) + RecordFiles.RECORDS : null,
              counts[0],
              counts[1] > 0 ? doubtful(shard) + RecordFiles.RECORDS : null,
              counts[1]));
      shard += kept.isWritten() ? 1 : 0;
    }
    JsonFiles.write(
        fs,
        new Path(output, NAME),
        new Content(
            plan.kept().size(),
            files.stream().mapToLong(Shards::records).sum(),
            files.stream().mapToLong(Shards::doubtfulRecords).sum(),
            plan.bytesLost(),
            plan.recordsLost(),
            plan.lost(),
            files));
  }

  @Override
  public List<String> names() {
    var names = new ArrayList<String>();
    shards.forEach(
        (shard, counts) -> {
          for (String name : List.of(sound(shard), doubtful(shard))) {
            for (String suffix :
                List.of(RecordFiles.RECORDS, RecordFiles.INDEX, RecordFiles.BINARY_INDEX)) {
              names.add(name + suffix);
            }
          }
        });
    names.add(NAME);
    return names;
  }
}
