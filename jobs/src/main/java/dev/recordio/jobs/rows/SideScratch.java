// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows;

import dev.recordio.fs.input.DataFiles.Side;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.stream.Files;
import dev.recordio.io.RowBlockWritable;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.sparse.CsrBlock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Checks side files against the rows of the input, and writes their numbers for the tasks: for each
 * segment a file of row blocks, with a row for each row of the segment: its weight, its query id,
 * and its base margins as entries. One file per segment, because a task reads only the files of its
 * segments.
 */
public final class SideScratch {
  private static final int BLOCK_ROWS = 1 << 13;
  private static final String FOLDER = "recordio.csr.side-dir";
  private static final String OUTPUTS = "recordio.csr.side-outputs";

  private final Configuration conf;
  private final SideFiles side;
  private final SegmentTable segments;
  private final List<long[]> rangeRows;
  private final CsrBlock block = new CsrBlock();
  private final List<Long> fileRows = new ArrayList<>(); // of each file with a range
  private SideRows rows;
  private int fileNumber;
  private long groups;
  private int outputs = -1;

  private SideScratch(
      Configuration conf, SideFiles side, SegmentTable segments, List<long[]> rangeRows) {
    this.conf = conf;
    this.side = side;
    this.segments = segments;
    this.rangeRows = rangeRows;
    for (int s = 0; s < segments.count(); s++) {
      List<InputRange> ranges = segments.get(s).ranges();
      for (int r = 0; r < ranges.size(); r++) {
        if (ranges.get(r).start() == 0) {
          fileRows.add(0L);
        }
        fileRows.set(fileRows.size() - 1, fileRows.get(fileRows.size() - 1) + rangeRows.get(s)[r]);
      }
    }
  }

  /**
   * Reads all side files and rewrites them for the tasks of a job.
   *
   * @param conf the job's configuration, which is updated
   * @param rangeRows for each segment the rows of each of its ranges
   * @param folder for the files of the tasks
   * @throws BadInputException when a side file does not fit the rows
   */
  public static void write(
      Configuration conf,
      SideFiles side,
      SegmentTable segments,
      List<long[]> rangeRows,
      Path folder)
      throws IOException {
    var scratch = new SideScratch(conf, side, segments, rangeRows);
    FileSystem fs = folder.getFileSystem(conf);
    try {
      for (int s = 0; s < segments.count(); s++) {
        try (FSDataOutputStream out = Files.overwrite(fs, file(folder, s))) {
          scratch.segment(s, out);
        }
      }
      scratch.finishFile();
    } finally {
      if (scratch.rows != null) {
        scratch.rows.close();
      }
    }
    conf.set(FOLDER, folder.toString());
    conf.setInt(OUTPUTS, Math.max(0, scratch.outputs));
  }

  private static Path file(Path folder, int segment) {
    return new Path(folder, String.format("side-%07d", segment));
  }

  /** Returns the file of a segment; null when the job has no side files. */
  public static Path file(Configuration conf, int segment) {
    String folder = conf.get(FOLDER);
    return folder == null ? null : file(new Path(folder), segment);
  }

  /** Returns the base margins of a row; 0 without such files. */
  public static int outputs(Configuration conf) {
    return conf.getInt(OUTPUTS, 0);
  }

  private void segment(int number, FSDataOutputStream out) throws IOException {
    List<InputRange> ranges = segments.get(number).ranges();
    for (int r = 0; r < ranges.size(); r++) {
      if (ranges.get(r).start() == 0) {
        finishFile();
        rows = new SideRows(conf, side, ranges.get(r).path(), fileRows.get(fileNumber++), groups);
      }
      for (long left = rangeRows.get(number)[r]; left > 0; left--) {
        int before = block.entries();
        rows.next(block);
        checkOutputs(block.entries() - before, ranges.get(r).path());
        if (block.rows() == BLOCK_ROWS) {
          flush(out);
        }
      }
    }
    flush(out);
  }

  private void finishFile() throws IOException {
    if (rows != null) {
      groups += rows.finish();
      rows.close();
      rows = null;
    }
  }

  private void checkOutputs(int found, Path file) throws BadInputException {
    if (outputs >= 0 && found != outputs) {
      throw new BadInputException(
          side.of(file, Side.BASE_MARGIN).getPath()
              + " has a line of %s numbers after lines of %s: ".formatted(found, outputs)
              + "give the same number of margins for each row",
          null);
    }
    outputs = found;
  }

  private void flush(FSDataOutputStream out) throws IOException {
    if (block.rows() > 0) {
      new RowBlockWritable(block).write(out);
      block.clear();
    }
  }
}
