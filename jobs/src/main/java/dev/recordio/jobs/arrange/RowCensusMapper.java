// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange;

import dev.recordio.fs.TextSettings;
import dev.recordio.jobs.shard.ShardOutputFormat;
import dev.recordio.mapreduce.RowLines;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseMode;
import dev.recordio.wire.MalformedRecordException;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** Counts the rows of a split of text, and writes down where their lines are. */
class RowCensusMapper extends Mapper<LongWritable, RowLines, NullWritable, BytesWritable> {
  @Override
  public void run(Context context) throws IOException, InterruptedException {
    setup(context);
    var split = (NumberedSplit) context.getInputSplit();
    Notes.Kind notes = Notes.Kind.of(context.getConfiguration());
    boolean strict = TextSettings.of(context.getConfiguration()).mode() == ParseMode.STRICT;
    Path file = ShardOutputFormat.workFile(context, "", split.ordinal(), CensusFile.SUFFIX);
    try (var out = new CensusFile.Writer(context.getConfiguration(), file)) {
      out.begin(true, false);
      while (context.nextKeyValue()) {
        RowLines lines = context.getCurrentValue();
        if (notes == Notes.Kind.QID && strict && !lines.block().hasQid()) {
          throw noQid(split.getPath(), lines.block().positions()[0]);
        }
        write(lines, notes, out);
      }
      out.end();
      out.finish();
    }
    cleanup(context);
  }

  private static void write(RowLines lines, Notes.Kind notes, CensusFile.Writer out)
      throws IOException {
    CsrBlock rows = lines.block();
    for (int row = 0; row < rows.rows(); row++) {
      long value =
          switch (notes) {
            case LABEL -> Notes.bits(rows.labels()[row]);
            case QID -> rows.qids()[row];
            default -> 0;
          };
      out.add(rows.positions()[row], lines.length(row) + 1, value, 0);
    }
  }

  private static MalformedRecordException noQid(Path file, long offset) {
    return new MalformedRecordException(
        "a row without a query id",
        file.toString(),
        offset,
        -1,
        "qid:N behind the label, since rows are grouped by it",
        "none");
  }
}
