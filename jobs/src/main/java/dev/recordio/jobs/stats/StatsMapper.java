// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.stats;

import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.RowReader;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.io.Stepwise;
import dev.recordio.jobs.segment.JsonFiles;
import dev.recordio.jobs.segment.Segment;
import dev.recordio.jobs.segment.SegmentInputFormat;
import dev.recordio.sparse.CsrBlock;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** Computes the statistics of segments; writes one line each. */
final class StatsMapper extends Mapper<NullWritable, Segment, NullWritable, Text> {
  private final CsrBlock block = new CsrBlock();

  @Override
  protected void map(NullWritable key, Segment segment, Context context)
      throws IOException, InterruptedException {
    int base = TextSettings.of(context.getConfiguration()).base().first();
    var stats = new SparseStats(segment.ranges().size(), base);
    RowsVisitor visitor = StatsJob.newVisitor(context.getConfiguration());
    if (visitor != null) {
      visitor.begin(context.getConfiguration(), segment);
    }
    int listed = StatsConf.LIST_BAD.getInt(context.getConfiguration());
    try (RowReader rows = open(context.getConfiguration(), segment, listed)) {
      while (rows.next(block)) {
        stats.add(block, rows.range());
        if (visitor != null) {
          visitor.visit(block, rows.range());
        }
        SegmentInputFormat.reportProgress(context.getInputSplit(), rows.progress());
        context.progress();
      }
      byte[] profile = visitor == null ? null : Stepwise.written(visitor.result());
      String line = JsonFiles.line(stats.result(segment, rows, profile));
      context.write(NullWritable.get(), new Text(line));
    }
  }

  private static RowReader open(Configuration conf, Segment segment, int listed) {
    return listed == 0
        ? RowInputs.open(conf, segment.ranges())
        : RowInputs.openKeeping(conf, segment.ranges(), listed);
  }
}
