// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify.salvage;

import dev.recordio.fs.index.RecordFiles;
import dev.recordio.jobs.commit.OutputManifest;
import dev.recordio.jobs.job.JsonFiles;
import dev.recordio.jobs.job.Reports;
import dev.recordio.jobs.job.Serde;
import dev.recordio.jobs.verify.salvage.SalvageTask.Written;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
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

  private static final Serde<SalvagePlan> SERDE = Serde.ofFields(SalvagePlan.class);
  private static final String PLAN = "recordio.salvage.plan-file";

  private List<Written> shards;

  /** Passes the plan of a job to its committer. */
  static void set(Configuration conf, SalvagePlan plan, Path file) throws IOException {
    SERDE.pass(conf, PLAN, file, plan);
  }

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
    shards = Reports.committed(conf, tasks);
  }

  @Override
  public void write(Configuration conf, FileSystem fs, Path output) throws IOException {
    SalvagePlan plan = SERDE.passed(conf, PLAN);
    var files = new ArrayList<Shards>();
    int shard = 0;
    for (SalvagePlan.Kept kept : plan.kept()) {
      Written written = kept.isWritten() ? shards.get(shard) : new Written(0, 0);
      files.add(
          new Shards(
              kept.file(),
              written.records() > 0 ? sound(shard) + RecordFiles.RECORDS : null,
              written.records(),
              written.doubtful() > 0 ? doubtful(shard) + RecordFiles.RECORDS : null,
              written.doubtful()));
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
    for (int shard = 0; shard < shards.size(); shard++) {
      for (String name : List.of(sound(shard), doubtful(shard))) {
        for (String suffix :
            List.of(RecordFiles.RECORDS, RecordFiles.INDEX, RecordFiles.BINARY_INDEX)) {
          names.add(name + suffix);
        }
      }
    }
    names.add(NAME);
    return names;
  }
}
