// SPDX-License-Identifier: Apache-2.0
package dev.recordio.task;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.row.IndexBase;
import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.fs.stream.CloseOnFailure;
import dev.recordio.fs.stream.Files;
import dev.recordio.io.SparseRow;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.layout.LibSvmEncoder;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.ReflectionUtils;

/** A file of LibSVM text that a task writes row by row, whichever API runs it. */
public final class RowFileWriter {
  /** The suffix of the files, before a codec's. */
  public static final String SUFFIX = ".libsvm";

  private final OutputStream out;
  private final LibSvmEncoder encoder;
  private final CsrBlock block = new CsrBlock();
  private long rows;
  private boolean weights;
  private boolean qids;

  private RowFileWriter(OutputStream out, int base) {
    this.out = out;
    encoder = new LibSvmEncoder(base, out::write);
    block.keepExactLabels();
  }

  /** Returns the codec of the files of a job, by the keys that both APIs have; null for none. */
  public static CompressionCodec codec(Configuration conf) {
    if (!conf.getBoolean(FileOutputFormat.COMPRESS, false)) {
      return null;
    }
    Class<? extends CompressionCodec> type =
        conf.getClass(FileOutputFormat.COMPRESS_CODEC, GzipCodec.class, CompressionCodec.class);
    return ReflectionUtils.newInstance(type, conf);
  }

  /** Returns what names of files compressed by {@code codec}, or by none (null), end in. */
  public static String suffix(CompressionCodec codec) {
    return codec == null ? SUFFIX : SUFFIX + codec.getDefaultExtension();
  }

  /**
   * Creates a file.
   *
   * @param codec compresses it; null for none
   */
  public static RowFileWriter create(Configuration conf, Path file, CompressionCodec codec)
      throws IOException {
    int base = base(conf);
    return CloseOnFailure.of(
        Files.create(conf, file),
        out -> new RowFileWriter(codec == null ? out : codec.createOutputStream(out), base));
  }

  /**
   * Checks all settings, before a job begins.
   *
   * @throws InvalidSettingException when one of them is invalid
   */
  public static void checkSettings(Configuration conf) {
    LibraryKeys.checkAll(conf);
  }

  private static int base(Configuration conf) {
    return IndexBase.of(LibSvmConf.OUTPUT_INDEX_BASE.getChoice(conf)).first();
  }

  /**
   * Writes a row.
   *
   * @throws IllegalArgumentException when it lacks what the first row had, or has more, or has
   *     fields
   */
  public void write(SparseRow row) throws IOException {
    if (rows++ == 0) {
      weights = row.hasWeight();
      qids = row.hasQid();
    }
    require(row.hasWeight() == weights, "a weight", weights);
    require(row.hasQid() == qids, "a query id", qids);
    if (row.hasFields()) {
      throw new IllegalArgumentException("row " + rows + " has fields: LibSVM text has none");
    }
    block.clear();
    row.addTo(block);
    encoder.append(block, weights, qids);
  }

  private void require(boolean same, String what, boolean first) {
    if (!same) {
      throw new IllegalArgumentException(
          "row "
              + rows
              + " of a file has "
              + (first ? "not " : "")
              + what
              + ", unlike the first row: give "
              + what
              + " to all rows or to none, as readers take no mixture");
    }
  }

  /** Writes what is left, closes the file and counts its rows. */
  public void close(TaskCounters counters) throws IOException {
    try (OutputStream closing = out) {
      encoder.flush();
    }
    counters.add(RowCounter.ROWS_WRITTEN, rows);
  }
}
