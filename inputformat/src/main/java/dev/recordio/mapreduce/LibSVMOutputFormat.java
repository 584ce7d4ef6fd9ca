// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.fs.IndexBase;
import dev.recordio.fs.InvalidSettingException;
import dev.recordio.fs.RecordIOConf;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.LibSvmEncoder;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Writes each value as a line of LibSVM text, as {@link LibSvmEncoder} does: columns ascend,
 * numbers are the shortest that read back the same. Keys are not written. {@code
 * libsvm.output.index.base} is what the first column is called; FileOutputFormat's own keys choose
 * a codec.
 *
 * <p>The first row of a file decides whether its rows have weights and query ids: a row that
 * differs is an error, as readers take no mixture.
 *
 * @param <K> the keys
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class LibSVMOutputFormat<K> extends FileOutputFormat<K, SparseRow> {
  /** The suffix of the files, before that of a codec. */
  public static final String SUFFIX = ".libsvm";

  @Override
  public void checkOutputSpecs(JobContext job) throws IOException {
    base(job.getConfiguration());
    super.checkOutputSpecs(job);
  }

  private static int base(Configuration conf) {
    IndexBase base = IndexBase.of(RecordIOConf.LIBSVM_OUTPUT_INDEX_BASE.get(conf));
    if (base == IndexBase.AUTO) {
      throw new InvalidSettingException(
          RecordIOConf.LIBSVM_OUTPUT_INDEX_BASE + " is auto; it takes 0 or 1");
    }
    return base == IndexBase.ONE ? 1 : 0;
  }

  @Override
  public RecordWriter<K, SparseRow> getRecordWriter(TaskAttemptContext context) throws IOException {
    Configuration conf = context.getConfiguration();
    CompressionCodec codec =
        getCompressOutput(context)
            ? ReflectionUtils.newInstance(getOutputCompressorClass(context, GzipCodec.class), conf)
            : null;
    String suffix = SUFFIX + (codec == null ? "" : codec.getDefaultExtension());
    Path file = getDefaultWorkFile(context, suffix);
    OutputStream out = file.getFileSystem(conf).create(file, false);
    return new Writer<>(codec == null ? out : codec.createOutputStream(out), base(conf));
  }

  private static final class Writer<K> extends RecordWriter<K, SparseRow> {
    private final OutputStream out;
    private final LibSvmEncoder encoder;
    private final CsrBlock block = new CsrBlock();
    private long rows;
    private boolean weights;
    private boolean qids;

    Writer(OutputStream out, int base) {
      this.out = out;
      encoder = new LibSvmEncoder(base, out::write);
    }

    @Override
    public void write(K key, SparseRow row) throws IOException {
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

    @Override
    public void close(TaskAttemptContext context) throws IOException {
      try (OutputStream closing = out) {
        encoder.flush();
      }
      context.getCounter(RowCounter.ROWS_WRITTEN).increment(rows);
    }
  }
}
