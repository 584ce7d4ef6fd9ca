// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.stats;

import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.RowReader;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.io.Stepwise;
import dev.recordio.jobs.job.JsonFiles;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.job.UnitTask;
import dev.recordio.jobs.rows.Segment;
import dev.recordio.sparse.CsrBlock;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/** Computes the statistics of a segment. */
final class StatsTask extends UnitTask<Segment, SegmentStats> {
  private final CsrBlock block = new CsrBlock();

  StatsTask() {
    super(Segment.SERDE, JsonFiles.serde(SegmentStats.class));
  }

  @Override
  protected SegmentStats run(Segment segment, TaskContext task) throws IOException {
    Configuration conf = task.conf();
    int base = TextSettings.of(conf).base().first();
    var stats = new SparseStats(segment.ranges().size(), base);
    RowsVisitor visitor = StatsJob.newVisitor(conf);
    if (visitor != null) {
      visitor.begin(conf, segment);
    }
    try (RowReader rows = open(conf, segment, StatsConf.LIST_BAD.getInt(conf))) {
      while (rows.next(block)) {
        stats.add(block, rows.range());
        if (visitor != null) {
          visitor.visit(block, rows.range());
        }
        task.progress(rows.progress());
      }
      byte[] profile = visitor == null ? null : Stepwise.written(visitor.result());
      return stats.result(segment, rows, profile);
    }
  }

  private static RowReader open(Configuration conf, Segment segment, int listed) {
    return listed == 0
        ? RowInputs.open(conf, segment.ranges())
        : RowInputs.openKeeping(conf, segment.ranges(), listed);
  }
}
