// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange.census;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.jobs.run.split.GroupReader;
import dev.recordio.jobs.run.split.SplitFile;
import dev.recordio.jobs.segment.RowFault;
import dev.recordio.mapreduce.RowLinesInputFormat;
import dev.recordio.mapreduce.RowLinesInputFormat.RowLines;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseMode;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Counts the rows of text splits, and records where their lines are. */
class RowCensusMapper extends Mapper<LongWritable, RowLines, NullWritable, BytesWritable> {
  @Override
  public void run(Context context) throws IOException, InterruptedException {
    setup(context);
    new RowCensus(context).run();
    cleanup(context);
  }

  private static final class RowCensus extends CensusWalk {
    private final Mapper<LongWritable, RowLines, NullWritable, BytesWritable>.Context context;
    private final CensusNote.Kind notes;
    private final boolean strict;

    RowCensus(Mapper<LongWritable, RowLines, NullWritable, BytesWritable>.Context context) {
      super(context);
      this.context = context;
      notes = CensusNote.Kind.of(context.getConfiguration());
      strict = TextSettings.of(context.getConfiguration()).mode() == ParseMode.STRICT;
    }

    @Override
    void begin(NumberedSplit split, CensusFile.Writer out) {
      out.begin(true, false);
    }

    @Override
    void count(NumberedSplit split, CensusFile.Writer out)
        throws IOException, InterruptedException {
      RowLines lines = context.getCurrentValue();
      CsrBlock rows = lines.block();
      out.setDoubts(RowFault.of(lines.doubts()));
      if (notes == CensusNote.Kind.QID && strict && !rows.hasQid()) {
        throw noQid(split.getPath(), rows.positions()[0]);
      }
      for (int row = 0; row < rows.rows(); row++) {
        long value =
            switch (notes) {
              case LABEL -> CensusNote.bits(rows.labels()[row]);
              case QID -> rows.qids()[row];
              default -> 0;
            };
        out.add(rows.positions()[row], lines.length(row) + 1, value, 0);
      }
    }

    @Override
    void end(CensusFile.Writer out) {}
  }

  private static MalformedRecordException noQid(Path file, long offset) {
    return new MalformedRecordException(
        "a row without a query id",
        file.toString(),
        offset,
        -1,
        "qid:N after the label, since rows are grouped by it",
        "none");
  }

  /** Reads the rows of the splits of {@link NumberedInputFormat}. */
  static final class Input extends InputFormat<LongWritable, RowLines> {
    @Override
    public List<InputSplit> getSplits(JobContext job) throws IOException {
      return SplitFile.read(job.getConfiguration());
    }

    @Override
    public RecordReader<LongWritable, RowLines> createRecordReader(
        InputSplit split, TaskAttemptContext context) {
      var rows = new RowLinesInputFormat();
      return new GroupReader<>(() -> rows.createRecordReader(split, context));
    }
  }
}
