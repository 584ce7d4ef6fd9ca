// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import dev.recordio.jobs.records.census.ArrangeJob;
import dev.recordio.jobs.records.copy.CopyJob;
import dev.recordio.jobs.run.Totals;
import dev.recordio.jobs.shard.PlannedShard;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;

/** A command that copies records in the order of the input. */
abstract class CopyCommand extends FolderCommand {
  private final CopyJob.What what;

  CopyCommand(CopyJob.What what) {
    this.what = what;
  }

  @Override
  final ArrangeJob open(List<Path> inputs, Path output) throws Exception {
    return new CopyJob(what, conf(), inputs, output);
  }

  @Override
  final void describe(Totals totals, ArrangeJob job) {
    var copy = (CopyJob) job;
    Map<String, Long> records = new LinkedHashMap<>();
    for (PlannedShard shard : copy.shards()) {
      records.merge(shard.folder(), shard.records(), Long::sum);
    }
    records.forEach(
        (folder, count) -> {
          if (!folder.isEmpty()) {
            totals.count("  " + folder, count);
          }
        });
    totals.count("shards", copy.shards().size());
    if (copy.missing() > 0) {
      totals.count("wanted, but no record has them", copy.missing());
    }
  }
}
