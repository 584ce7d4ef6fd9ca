// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.shard;

import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.RowReader;
import dev.recordio.fs.stream.Files;
import dev.recordio.io.RowBlockWritable;
import dev.recordio.jobs.rows.Segment;
import dev.recordio.jobs.rows.SegmentFindings;
import dev.recordio.jobs.rows.SideScratch;
import dev.recordio.sparse.ColumnMap;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseCounters;
import dev.recordio.sparse.ParseRule;
import dev.recordio.sparse.RowTraits;
import java.io.Closeable;
import java.io.IOException;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Reads the rows of a segment. Values of side files replace the values of the text, what is left
 * out is removed, and columns are numbered anew where the job has a map of them.
 */
final class SegmentRows implements Closeable {
  private final RowReader rows;
  private final Side side;
  private final CsrSettings settings;
  private final int outputs;
  private final ColumnMap columns; // null when columns stay as they are
  private float[] margins = {};

  SegmentRows(Configuration conf, CsrSettings settings, Segment segment) throws IOException {
    this.settings = settings;
    outputs = SideScratch.outputs(conf);
    columns = JobColumns.of(conf);
    side = Side.open(conf, segment.number());
    rows = RowInputs.open(conf, segment.ranges());
  }

  /** Clears the block and fills it with the next rows; false when there are no more. */
  boolean next(CsrBlock block) throws IOException {
    if (settings.text().hasLabelSets()) {
      block.keepLabelSets();
    }
    if (!rows.next(block)) {
      return false;
    }
    if (side != null) {
      if (margins.length < block.rows() * outputs) {
        margins = new float[block.rows() * outputs];
      }
      for (int r = 0; r < block.rows(); r++) {
        side.step();
        side.apply(block, r, margins, outputs, rows.counters());
      }
    }
    settings.leaveOut(block);
    if (columns != null) {
      rows.counters().add(ParseRule.COLUMN_DROPPED, block.renumber(columns));
    }
    return true;
  }

  /** Returns the base margins of the last block's rows, one after the other. */
  float[] margins() {
    return margins;
  }

  /** Returns the file that the last block's rows are from. */
  Path path() {
    return rows.path();
  }

  /** Returns the fraction of the segment that has been read, 0 to 1. */
  float progress() {
    return rows.progress();
  }

  /** Returns what was found beside the rows. */
  SegmentFindings findings(Segment segment) {
    return SegmentFindings.of(segment, rows);
  }

  RowTraits traits() {
    return rows.traits();
  }

  /** Whether side files specify the groups. */
  static boolean hasGroups(Configuration conf, int segment) throws IOException {
    try (Side side = Side.open(conf, segment)) {
      return side != null && side.nextBlock() && side.block.hasQid();
    }
  }

  /** Returns the query id of a segment's last row from side files; empty without rows. */
  static OptionalLong lastGroup(Configuration conf, int segment) throws IOException {
    OptionalLong last = OptionalLong.empty();
    try (Side side = Side.open(conf, segment)) {
      while (side != null && side.nextBlock()) {
        last = OptionalLong.of(side.block.qids()[side.block.rows() - 1]);
      }
    }
    return last;
  }

  @Override
  public void close() throws IOException {
    try (RowReader a = rows;
        Side b = side) {
      margins = new float[0];
    }
  }

  /** The values that {@link SideScratch} wrote for a segment. */
  private static final class Side implements Closeable {
    private final FSDataInputStream in;
    private final long length;
    private final CsrBlock block = new CsrBlock();
    private final RowBlockWritable saved = new RowBlockWritable(block);
    private int row = -1;

    private Side(FSDataInputStream in, long length) {
      this.in = in;
      this.length = length;
    }

    static Side open(Configuration conf, int segment) throws IOException {
      Path file = SideScratch.file(conf, segment);
      if (file == null) {
        return null;
      }
      FileSystem fs = file.getFileSystem(conf);
      FileStatus status = fs.getFileStatus(file);
      return new Side(Files.open(fs, status, Files.Reading.SEQUENTIAL), status.getLen());
    }

    void step() throws IOException {
      row++;
      if (row >= block.rows()) {
        row = 0;
        if (!nextBlock()) {
          throw new IOException("the input has more rows now than when it was counted");
        }
      }
    }

    private boolean nextBlock() throws IOException {
      boolean more = in.getPos() < length;
      if (more) {
        saved.readFields(in);
      }
      return more;
    }

    void apply(CsrBlock to, int toRow, float[] margins, int outputs, ParseCounters notes) {
      if (block.hasWeight()) {
        float weight = block.weights()[row];
        to.setWeight(toRow, weight);
        if (weight < 0) {
          notes.increment(ParseRule.NEGATIVE_WEIGHT);
        }
      }
      if (block.hasQid()) {
        to.setQid(toRow, block.qids()[row]);
      }
      System.arraycopy(block.values(), block.offset(row), margins, toRow * outputs, outputs);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
